import { useQuery } from "@tanstack/react-query";
import { useSearch, useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { pastCalendar, upcoming, values } from "~/api/queries";
import type { UpcomingCalendar } from "~/api/types";
import { one, type Search } from "~/shell/search";
import { viewerZone } from "~/time/format";
import { useNow } from "~/time/now";
import { Failed, Loading } from "~/ui/Empty";
import { FilterBar } from "~/ui/FilterBar";
import type { FilterField } from "~/ui/filters";
import { Choice } from "~/ui/Field";
import { PageHead, Panel } from "~/ui/Panel";
import { daysAround, EMPTY, placeOf, plannedByHour, type Cell } from "./days";
import { Heat, type Place } from "./Heat";
import { UpcomingList } from "./UpcomingList";

const FIELDS: FilterField[] = [
  { name: "job", label: "Job", options: (typed) => values("job", typed) },
  { name: "handler", label: "Handler", options: (typed) => values("handler", typed) },
  { name: "queue", label: "Queue", options: (typed) => values("queue", typed) },
];
const AFTER = 3;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export default function Calendar() {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const before = Number(one(search.days) || 7);
  const zone = viewerZone();
  const now = useNow(5 * MINUTE_MS);
  const days = useMemo(() => daysAround(now, zone, before - 1, AFTER), [now, zone, before]);
  const [chosen, setChosen] = useState<Place>();
  const filters = { handler: one(search.handler), queue: one(search.queue) };
  const past = useQuery({ ...pastCalendar({ since: new Date(now - before * DAY_MS).toISOString(), timezone: zone, job: one(search.job), ...filters }), placeholderData: (old) => old });
  const next = useQuery({ ...upcoming({ until: new Date(now + (AFTER + 1) * DAY_MS).toISOString(), limit: 5_000, per_job: 300, ...filters }), placeholderData: (old) => old });
  const coming = useMemo(() => ofJob(next.data, one(search.job)), [next.data, search.job]);
  const cells = useMemo(() => {
    const found = new Map<string, Cell>();
    const at = (day: string, hour: number) => found.get(`${day} ${hour}`) ?? found.set(`${day} ${hour}`, { ...EMPTY }).get(`${day} ${hour}`)!;
    for (const hour of past.data?.items ?? []) Object.assign(at(hour.day, hour.hour), { completed: hour.completed, failed: hour.failed, other: hour.cancelled + hour.skipped, live: hour.live });
    for (const [atMs, n] of coming ? plannedByHour(coming, now + (AFTER + 1) * DAY_MS) : []) {
      const { day, hour } = placeOf(atMs, zone);
      if (days.includes(day)) at(day, hour).planned += n;
    }
    return found;
  }, [past.data, coming, zone, days, now]);
  const change = (next: Search) => void navigate({ to: ".", search: { ...next, days: search.days } as never, replace: true });
  const span = (days: string) => void navigate({ to: ".", search: { ...search, days: days === "7" ? undefined : days } as never, replace: true });
  return (
    <>
      <PageHead title="Calendar" hint={`How each hour went, and what will run. Hours of ${zone}.`} actions={<Choice label="Days" value={String(before)} options={[["7", "7 days"], ["14", "14 days"], ["28", "28 days"]]} onChange={span} />} />
      <div className="space-y-4">
        <Panel flush>
          <div className="border-b p-3"><FilterBar fields={FIELDS} search={search} onChange={change} placeholder="Filter with job: handler: queue: …" /></div>
          {past.isPending ? <Loading rows={8} /> : past.isError && !past.data ? <Failed fault={past.error} retry={() => void past.refetch()} what="the calendar" /> : <Heat days={days} cells={cells} today={placeOf(now, zone)} chosen={chosen} onChoose={setChosen} filters={{ ...filters, job: one(search.job) }} />}
        </Panel>
        <UpcomingList found={coming} pending={next.isPending} fault={next.isError && !next.data ? next.error : undefined} zone={zone} chosen={chosen && ahead(chosen, placeOf(now, zone)) ? chosen : undefined} />
      </div>
    </>
  );
}

/** What will run is asked of hours to come only. */
const ahead = (place: Place, today: Place) => place.day > today.day || (place.day === today.day && place.hour >= today.hour);

function ofJob(found: UpcomingCalendar | undefined, name: string): UpcomingCalendar | undefined {
  if (!found || !name) return found;
  const jobs = found.jobs.filter((job) => job.name === name || job.job_id === name);
  const ids = new Set(jobs.map((job) => job.job_id));
  return { ...found, jobs, items: found.items.filter((run) => ids.has(run.job_id)) };
}
