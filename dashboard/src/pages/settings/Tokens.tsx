import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { Action } from "~/api/actions";
import { tokens } from "~/api/queries";
import type { Token } from "~/api/types";
import { useAct } from "~/api/useAct";
import { Button } from "~/ui/Button";
import { ask, AsCommands } from "~/ui/Confirm";
import { Copyable } from "~/ui/Copy";
import { Dialog } from "~/ui/Dialog";
import { Empty, Failed, Loading } from "~/ui/Empty";
import { Check, Field, Input, Select } from "~/ui/Field";
import { Icon } from "~/ui/Icon";
import { Panel } from "~/ui/Panel";
import { Pill } from "~/ui/Status";
import { Time } from "~/ui/Time";

const SCOPES: [string, string][] = [
  ["view", "look at jobs, executions, workers"], ["run", "trigger and retry"], ["manage", "create, change, delete, cancel, redrive"], ["operate", "users, tokens, drain, full metrics"],
];
const revoke = (id: string): Action => ({ method: "DELETE", path: `/api/v1/tokens/${id}`, cli: ["user", "revoke", id] });
const create = (name: string, scopes: string[], expires_at: string | null): Action => ({
  method: "POST",
  path: "/api/v1/tokens",
  body: { name, scopes, expires_at },
  // The command line has no word for an end.
  cli: expires_at ? undefined : ["user", "token", name, ...scopes.flatMap((scope) => ["--scope", scope])],
});
const DAY_MS = 86_400_000;

export function Tokens() {
  const asked = useQuery(tokens());
  const [adding, setAdding] = useState(false);
  return (
    <Panel flush title="API tokens" hint="for programs" actions={<Button small look="primary" icon="plus" onClick={() => setAdding(true)}>New token</Button>}>
      {asked.isPending ? <Loading rows={3} /> : asked.isError ? <Failed fault={asked.error} what="the tokens" /> : asked.data.items.length ? (
        <ul className="divide-y">{asked.data.items.map((token) => <Row key={token.token_id} token={token} />)}</ul>
      ) : <Empty icon="key" title="There are no tokens">Programs send a token in place of signing in. Give each its own, with no more than it needs.</Empty>}
      {adding && <NewToken onClose={() => setAdding(false)} />}
    </Panel>
  );
}

function Row({ token }: { token: Token }) {
  const { run } = useAct();
  const off = Boolean(token.revoked_at);
  const end = () =>
    ask({ title: `Revoke “${token.name}”?`, confirm: "Revoke", danger: true, action: revoke(token.token_id), children: <p>Whatever uses it is refused within seconds.</p>, onConfirm: () => run(revoke(token.token_id), { done: `Revoked ${token.name}`, refresh: ["accounts"] }) });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-hover">
      <Icon name="key" className="text-muted" />
      <span className="min-w-32 flex-1 truncate"><span className={`font-medium ${off ? "line-through" : ""}`}>{token.name}</span> <span className="text-muted">of {token.user_name}</span></span>
      <span className="flex gap-1">{token.scopes.map((scope) => <Pill key={scope}>{scope}</Pill>)}</span>
      <span className="text-xs text-muted">used <Time at={token.last_used_at} none="never" /></span>
      <span className="text-xs text-muted">{token.expires_at ? <>expires <Time at={token.expires_at} /></> : "never expires"}</span>
      {off ? <Pill tone="bad">revoked</Pill> : <Button small look="danger" onClick={end}>Revoke</Button>}
    </li>
  );
}

function NewToken({ onClose }: { onClose: () => void }) {
  const { busy, run } = useAct();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<string[]>(["view"]);
  const [days, setDays] = useState("90");
  const [secret, setSecret] = useState("");
  const action = () => create(name, scopes, days ? new Date(Date.now() + Number(days) * DAY_MS).toISOString() : null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const made = await run<{ token?: string; secret?: string }>(action(), { refresh: ["accounts"] });
    if (made) setSecret(made.token ?? made.secret ?? "");
  };
  if (secret) {
    return (
      <Dialog title="The token, told once" onClose={onClose} footer={<Button look="primary" onClick={onClose}>I have kept it</Button>}>
        <p className="mb-3 text-muted">Only a hash of it is stored: it cannot be shown again.</p>
        <Copyable text={secret} />
      </Dialog>
    );
  }
  return (
    <Dialog title="New API token" onClose={onClose}>
      <form className="space-y-4" onSubmit={(event) => void submit(event)}>
        <Field label="What it is for"><Input autoFocus required value={name} onChange={(event) => setName(event.target.value)} placeholder="billing service" /></Field>
        <fieldset className="space-y-2"><legend className="mb-1 text-xs font-medium">What it may do</legend>
          {SCOPES.map(([scope, what]) => <Check key={scope} label={scope} hint={what} checked={scopes.includes(scope)} onChange={(event) => setScopes(event.target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))} />)}
        </fieldset>
        <Field label="Expires"><Select value={days} onChange={(event) => setDays(event.target.value)}><option value="7">in 7 days</option><option value="90">in 90 days</option><option value="365">in a year</option><option value="">never</option></Select></Field>
        <Button type="submit" look="primary" busy={busy} disabled={!scopes.length}>Create token</Button>
        <AsCommands action={action()} />
      </form>
    </Dialog>
  );
}
