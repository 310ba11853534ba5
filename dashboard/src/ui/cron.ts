/** Cron expressions in words. `H`, a number that is the job's own, is no word that others know: it is told as what it stands for. */
import cronstrue from "cronstrue";

const OWN = /^h(\(\d+-\d+\))?$/i;

export function inWords(cron: string): string | undefined {
  try {
    return spread(cron.trim().split(/\s+/)) ?? words(cron);
  } catch {
    return undefined;
  }
}

const words = (cron: string) => cronstrue.toString(cron, { use24HourTimeFormat: true, verbose: false });

/** Of a minute or hour of its own; undefined if the expression has none, or more than can be said. */
function spread(fields: string[]): string | undefined {
  const [minute = "", hour = "", ...days] = fields;
  if (fields.length !== 5 || ![minute, hour].some((field) => OWN.test(field)) || days.some((field) => /(^|,)h/i.test(field))) return undefined;
  const when = words(["0", OWN.test(hour) ? "0" : hour, ...days].join(" "));
  const rest = when.split(", ").slice(1).join(", ");
  const which = rest && `, ${rest}`;
  if (OWN.test(hour)) return OWN.test(minute) ? `Once a day at a time of the job's own${which}` : undefined;
  if (hour === "*") return `Every hour at a minute of the job's own${which}`;
  const often = when.replace(/^On the hour, (.)/, (_, first: string) => first.toUpperCase());
  return /^\d+$/.test(hour) ? `At a minute of the job's own after ${hour.padStart(2, "0")}:00${which}` : `${often}, at a minute of the job's own`;
}
