import { useQuery } from "@tanstack/react-query";
import { summary } from "~/api/queries";
import { Failed, Loading } from "~/ui/Empty";
import { PageHead } from "~/ui/Panel";
import { RecentExecutions, Upcoming, WorstFailures } from "./Recent";
import { ThroughputPanel } from "./ThroughputPanel";
import { Tiles } from "./Tiles";

export default function Overview() {
  // Leases end without an event: who is lost is only seen by asking.
  const asked = useQuery({ ...summary(), refetchInterval: 10_000 });
  return (
    <>
      <PageHead title="Overview" />
      <div className="space-y-4">
        {asked.data ? <Tiles summary={asked.data} /> : asked.isError ? <Failed fault={asked.error} retry={() => void asked.refetch()} what="the figures" /> : <Loading rows={3} />}
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="space-y-4"><ThroughputPanel /><RecentExecutions /></div>
          <div className="space-y-4"><WorstFailures /><Upcoming /></div>
        </div>
      </div>
    </>
  );
}
