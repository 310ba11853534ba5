import { lazy, Suspense } from "react";
import { viewerZone } from "~/time/format";
import { Choice, Field, Input, Select } from "~/ui/Field";
import type { Faults, Form, WhenKind } from "./form";
import type { Set } from "./JobForm";

const CronWords = lazy(() => import("~/ui/CronWords"));
const KINDS: [WhenKind, string][] = [["schedule", "Cron"], ["interval", "Interval"], ["run_at", "Once, at"], ["delay", "Once, after"], ["now", "Once, now"], ["manual", "Only when asked"]];
const EXAMPLES: [string, string][] = [["*/5 * * * *", "every 5 min"], ["0 * * * *", "hourly"], ["0 9 * * MON-FRI", "weekdays at 9"], ["30 2 * * *", "nightly"], ["0 6 1 * *", "monthly"], ["H H * * *", "daily, spread"]];
const ZONES = [...new Set(["UTC", viewerZone(), ...(Intl.supportedValuesOf?.("timeZone") ?? [])])];

export function WhenFields({ form, set, faults }: { form: Form; set: Set; faults: Faults }) {
  return (
    <div className="space-y-4">
      <Choice label="What says when" value={form.when} options={KINDS} onChange={(when) => set("when", when)} />
      {form.when === "schedule" && <Cron form={form} set={set} faults={faults} />}
      {form.when === "interval" && <Field label="Every" hint="As 15m, 1d12h or PT15M" fault={faults.interval}><Input value={form.interval} onChange={(event) => set("interval", event.target.value)} className="max-w-60" /></Field>}
      {form.when === "run_at" && <Field label="At" hint={`In your zone, ${viewerZone()}`} fault={faults.run_at}><Input type="datetime-local" step={1} value={form.run_at} onChange={(event) => set("run_at", event.target.value)} className="max-w-60" /></Field>}
      {form.when === "delay" && <Field label="After" hint="As 90s or 15m" fault={faults.delay}><Input value={form.delay} onChange={(event) => set("delay", event.target.value)} className="max-w-60" /></Field>}
      {form.when === "now" && <p className="text-muted">It runs once, as soon as it is created.</p>}
      {form.when === "manual" && <p className="text-muted">It runs when somebody triggers it, or when the jobs that it depends on complete.</p>}
    </div>
  );
}

function Cron({ form, set, faults }: { form: Form; set: Set; faults: Faults }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Cron expression" fault={faults.schedule} hint={<Suspense fallback=" "><CronWords cron={form.schedule} /></Suspense>}>
          <Input value={form.schedule} onChange={(event) => set("schedule", event.target.value)} className="font-mono" spellCheck={false} />
        </Field>
        <Field label="Time zone" fault={faults.timezone} hint="The expression is read by the clocks of this place">
          <Input list="zones" value={form.timezone} onChange={(event) => set("timezone", event.target.value)} />
        </Field>
        <datalist id="zones">{ZONES.map((zone) => <option key={zone} value={zone} />)}</datalist>
      </div>
      <div className="flex flex-wrap gap-1.5">
        {EXAMPLES.map(([cron, words]) => <button key={cron} type="button" onClick={() => set("schedule", cron)} className="h-6 rounded bg-sunken px-2 text-xs text-muted hover:text-text" title={cron}>{words}</button>)}
      </div>
      {form.timezone !== "UTC" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="When the clock skips the time"><Select value={form.dst_gap} onChange={(event) => set("dst_gap", event.target.value)}><option value="next_valid">run at the next valid time</option><option value="skip">skip that day</option><option value="shift">shift by the gap</option></Select></Field>
          <Field label="When the clock shows it twice"><Select value={form.dst_repeat} onChange={(event) => set("dst_repeat", event.target.value)}><option value="first">run the first time</option><option value="second">run the second time</option><option value="both">run both times</option></Select></Field>
        </div>
      )}
    </>
  );
}
