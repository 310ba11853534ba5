import cronstrue from "cronstrue";

/** A cron expression in words; nothing where the words are not known, such as for H. */
export default function CronWords({ cron }: { cron: string }) {
  return <>{inWords(cron) ?? "words for this are not known; see the next runs"}</>;
}

export function inWords(cron: string): string | undefined {
  try {
    return cronstrue.toString(cron, { use24HourTimeFormat: true, verbose: false });
  } catch {
    return undefined;
  }
}
