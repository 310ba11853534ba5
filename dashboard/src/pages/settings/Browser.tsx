import { toggleTheme, useTheme } from "~/shell/theme";
import { useMe } from "~/shell/session";
import { viewerZone } from "~/time/format";
import { toggleTimeStyle, useTimeStyle } from "~/time/preference";
import { Choice } from "~/ui/Field";
import { Facts, Panel } from "~/ui/Panel";

export function Browser() {
  const me = useMe();
  const theme = useTheme();
  const times = useTimeStyle();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel title="How it looks">
        <div className="space-y-4">
          <div><p className="mb-1 text-xs font-medium">Theme</p><Choice label="Theme" value={theme} options={[["light", "Light"], ["dark", "Dark"]]} onChange={(next) => next !== theme && toggleTheme()} /></div>
          <div><p className="mb-1 text-xs font-medium">Times</p><Choice label="Times" value={times} options={[["relative", "3 min ago"], ["absolute", "14:03:07"]]} onChange={(next) => next !== times && toggleTimeStyle()} /><p className="mt-1 text-xs text-muted">Hover over any time for the other form, your zone, the job's and UTC.</p></div>
        </div>
      </Panel>
      <Panel title="You">
        <Facts columns="grid-cols-2" items={[["Name", me.name], ["Role", me.role], ["May", me.may.join(", ")], ["Your zone", viewerZone()]]} />
        <p className="mt-4 text-xs text-muted">{me.role === "admin" ? "Admins see and do everything." : "You see, trigger and retry your own jobs. Creating and changing jobs is for admins."}</p>
      </Panel>
    </div>
  );
}
