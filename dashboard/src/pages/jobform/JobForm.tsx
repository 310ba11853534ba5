import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState, type FormEvent } from "react";
import type { Action } from "~/api/actions";
import { Problem } from "~/api/http";
import { handlers } from "~/api/queries";
import type { JobSpec } from "~/api/types";
import { Button } from "~/ui/Button";
import { AsCommands } from "~/ui/Confirm";
import { Check, Field, Input, Select, TextArea } from "~/ui/Field";
import { Panel } from "~/ui/Panel";
import { specOf, type Faults, type Form } from "./form";
import { Preview } from "./Preview";
import { useValidation } from "./useValidation";
import { WhenFields } from "./WhenFields";

const JsonEditor = lazy(() => import("~/ui/JsonEditor"));

interface Props {
  start: Form;
  base?: Partial<JobSpec>;
  existing?: string;
  verb: string;
  action: (spec: JobSpec) => Action;
  onSave: (action: Action, spec: JobSpec) => Promise<void>;
}

export type Set = <Field extends keyof Form>(field: Field, value: Form[Field]) => void;

/** The names of the specification and of the form differ where the form takes durations as text. */
const FORM_FIELD: Record<string, string> = {
  timeout_ms: "timeout", backoff_initial_ms: "backoff_initial", backoff_cap_ms: "backoff_cap", jitter_ms: "jitter", dedup_window_ms: "dedup_window", cron: "schedule",
};

export function JobForm({ start, base, existing, verb, action, onSave }: Props) {
  const [form, setForm] = useState(start);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Faults>({});
  const set: Set = (field, value) => {
    setForm((before) => ({ ...before, [field]: value }));
    setRefused({});
  };
  const { spec, faults: own } = useMemo(() => specOf(form, base), [form, base]);
  const { found, asking, fault } = useValidation(spec, !Object.keys(own).length, existing);
  const faults: Faults = { ...byServer(found?.errors), ...refused, ...(tried ? own : {}) };
  const warnings = byServer(found?.warnings);
  const hints = (field: string, hint?: string) => warnings[field] ?? hint;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(own).length) return;
    setBusy(true);
    try {
      await onSave(action(spec), spec);
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault;
      setRefused(byServer(fault.errors));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="space-y-4">
        <What form={form} set={set} faults={faults} hints={hints} existing={existing} />
        <Panel title="When"><WhenFields form={form} set={set} faults={faults} /></Panel>
        <How form={form} set={set} faults={faults} hints={hints} />
      </div>
      <div className="space-y-4 xl:sticky xl:top-16">
        <Preview form={form} found={found} asking={asking} fault={fault} ready={!Object.keys(own).length} />
        <Panel>
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" look="primary" busy={busy}>{verb}</Button>
            {!existing && <Check label="Create it paused" checked={form.paused} onChange={(event) => set("paused", event.target.checked)} />}
          </div>
          {tried && Object.keys(own).length > 0 && <p role="alert" className="mt-3 text-bad">{Object.entries(own).map(([field, text]) => `${field}: ${text}`).join("; ")}</p>}
          <div className="mt-3"><AsCommands action={action(spec)} /></div>
        </Panel>
      </div>
    </form>
  );
}

const byServer = (errors: { field: string; message: string }[] = []): Faults => Object.fromEntries(errors.map(({ field, message }) => [FORM_FIELD[field] ?? field, message]));

interface Part {
  form: Form;
  set: Set;
  faults: Faults;
  hints: (field: string, hint?: string) => string | undefined;
}

function What({ form, set, faults, hints, existing }: Part & { existing?: string }) {
  const { data } = useQuery(handlers());
  const known = data?.items ?? [];
  const handler = known.find((one) => one.handler === form.handler);
  return (
    <Panel title="What">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" fault={faults.name} hint={hints("name", "Unique, for good")}><Input value={form.name} disabled={Boolean(existing)} autoFocus={!existing} onChange={(event) => set("name", event.target.value)} placeholder="nightly-report" /></Field>
        <Field label="Handler" fault={faults.handler} hint={hints("handler", handler ? `${handler.description} ${handler.live_workers} ${handler.live_workers === 1 ? "worker runs" : "workers run"} it.` : "A function that a worker has registered")}>
          <Input list="handlers" value={form.handler} onChange={(event) => set("handler", event.target.value)} placeholder="reports.daily" className="font-mono text-xs!" />
        </Field>
        <datalist id="handlers">{known.map((one) => <option key={one.handler} value={one.handler}>{one.description}</option>)}</datalist>
        <Field label="Description" className="sm:col-span-2" fault={faults.description}><TextArea rows={2} value={form.description} onChange={(event) => set("description", event.target.value)} placeholder="What it is for, and whom to ask" /></Field>
        <div className="sm:col-span-2">
          <p className="mb-1 text-xs font-medium">Payload {handler?.payload_schema && <span className="font-normal text-muted">held to the handler's schema</span>}</p>
          <Suspense fallback={<div className="h-32 rounded-md border bg-sunken" />}>
            <JsonEditor label="Payload" value={form.payload} onChange={(text) => set("payload", text)} schema={handler?.payload_schema ?? undefined} />
          </Suspense>
          {(faults.payload || hints("payload")) && <p role="alert" className={`mt-1 text-xs ${faults.payload ? "text-bad" : "text-warn"}`}>{faults.payload ?? hints("payload")}</p>}
        </div>
        <Field label="Tags" hint="As team=billing, env=prod" fault={faults.tags}><Input value={form.tags} onChange={(event) => set("tags", event.target.value)} /></Field>
        <Field label="Owner" hint="You, if left out" fault={faults.owner}><Input value={form.owner} onChange={(event) => set("owner", event.target.value)} /></Field>
        {!handler && form.handler && <div className="sm:col-span-2"><Check label="No worker knows this handler yet, and that is fine" checked={form.allow_unknown_handler} onChange={(event) => set("allow_unknown_handler", event.target.checked)} /></div>}
      </div>
    </Panel>
  );
}

function How({ form, set, faults, hints }: Part) {
  const input = (field: keyof Form, label: string, hint?: string) => (
    <Field label={label} hint={hints(field, hint)} fault={faults[field]}><Input value={String(form[field])} onChange={(event) => set(field, event.target.value as never)} /></Field>
  );
  const choice = (field: keyof Form, label: string, options: [string, string][], hint?: string) => (
    <Field label={label} hint={hints(field, hint)} fault={faults[field]}>
      <Select value={String(form[field])} onChange={(event) => set(field, event.target.value as never)}>{options.map(([value, text]) => <option key={value} value={value}>{text}</option>)}</Select>
    </Field>
  );
  return (
    <Panel title="How">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {input("queue", "Queue", "Which workers run it")}
        {input("priority", "Priority", "0 to 100, higher first")}
        {input("timeout", "Timeout", "Ended after this")}
        {input("max_retries", "Retries")}
        {choice("overlap", "If it still runs", [["skip", "skip this one"], ["buffer_one", "keep one waiting"], ["buffer_all", "keep all waiting"], ["cancel_running", "cancel the running one"], ["allow", "run both"]])}
        {choice("delivery", "Delivery", [["at_least_once", "at least once"], ["at_most_once", "at most once"]])}
      </div>
      <details className="mt-4">
        <summary className="font-medium text-muted hover:text-text">More: back-off, dependencies, labels, catch-up</summary>
        <div className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {input("backoff_initial", "First pause before a retry")}
          {input("backoff_factor", "Pause grows by")}
          {input("backoff_cap", "Longest pause")}
          {input("depends_on", "Depends on", "Names of jobs, with commas")}
          {choice("dependency_mode", "Dependencies needed", [["all", "all of them"], ["any", "any of them"]])}
          {input("labels", "Labels a worker must have", "As gpu=a100")}
          {choice("catch_up", "Due times missed while down", [["latest", "run the latest"], ["skip", "skip them"], ["all", "run all"]])}
          {input("jitter", "Jitter", "Starts are spread over this")}
          {input("max_runs", "Runs at most", "0: no limit")}
          {input("auto_pause_after", "Pause itself after failures", "0: never")}
          {input("dedup_window", "Dedup window", "The same key twice in it runs once")}
        </div>
      </details>
    </Panel>
  );
}
