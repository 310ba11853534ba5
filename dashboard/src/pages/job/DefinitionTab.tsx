import type { Definition, Job } from "~/api/types";
import { Id } from "~/ui/Copy";
import { Json } from "~/ui/Json";
import { Facts, Panel } from "~/ui/Panel";
import { Time } from "~/ui/Time";
import { GROUPS, payloadOf } from "./definition";

export function DefinitionTab({ definition, job }: { definition: Definition; job: Job }) {
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <DefinitionPanels definition={definition} />
      <div className="space-y-4">
        <Panel title="Payload"><Json label="payload" value={payloadOf(definition)} /></Panel>
        <Panel title="Where it stands">
          <Facts columns="grid-cols-2" items={[
            ["Id", <Id key="id" id={job.job_id} />],
            ["Version", job.version],
            ["Created", <span key="by"><Time at={job.created_at} /> by {job.created_by || "nobody"}</span>],
            ["Changed", <Time key="at" at={job.updated_at} />],
            ["Place in the log", <span key="log" className="font-mono text-xs">{job.log_partition}:{job.log_offset}</span>],
            ["Zone data", job.tzdata_version],
          ]} />
        </Panel>
      </div>
    </div>
  );
}

export function DefinitionPanels({ definition }: { definition: Definition }) {
  return (
    <Panel flush>
      <div className="divide-y">
        {GROUPS.map(([title, fields]) => {
          const shown = fields.filter(([field]) => !field.startsWith("dependency_") || definition.depends_on.length).map(([field, name, tell]) => [name, tell(definition[field])] as [string, string]).filter(([, text]) => text !== "");
          if (!shown.length) return null;
          return (
            <div key={title} className="grid gap-3 p-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
              <h2 className="font-semibold">{title}</h2>
              <Facts columns="grid-cols-2 md:grid-cols-3" items={shown} />
            </div>
          );
        })}
      </div>
    </Panel>
  );
}
