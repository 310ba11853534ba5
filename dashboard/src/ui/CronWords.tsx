import { inWords } from "./cron";

/** A cron expression in words; nothing where the words are not known. */
export default function CronWords({ cron }: { cron: string }) {
  return <>{inWords(cron) ?? "words for this are not known; see the next runs"}</>;
}
