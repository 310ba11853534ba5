import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { Action } from "~/api/actions";
import { users } from "~/api/queries";
import type { User } from "~/api/types";
import { useAct } from "~/api/useAct";
import { useMe } from "~/shell/session";
import { Button } from "~/ui/Button";
import { ask, AsCommands } from "~/ui/Confirm";
import { Dialog } from "~/ui/Dialog";
import { Failed, Loading } from "~/ui/Empty";
import { Field, Input, Select } from "~/ui/Field";
import { Menu } from "~/ui/Menu";
import { Icon } from "~/ui/Icon";
import { Panel } from "~/ui/Panel";
import { Pill } from "~/ui/Status";
import { Time } from "~/ui/Time";

const change = (name: string, body: object): Action => ({ method: "PATCH", path: `/api/v1/users/${encodeURIComponent(name)}`, body });
const disable = (name: string): Action => ({ ...change(name, { disabled: true }), cli: ["user", "disable", name] });
/** To be copied: whoever pastes it puts the password there. */
const told = (name: string, role: string): Action => ({
  method: "POST",
  path: "/api/v1/users",
  body: { name, role, password: "…" },
  cli: ["user", "create", name, "--role", role, "--ask-password"],
});

export function Users() {
  const asked = useQuery(users());
  const [adding, setAdding] = useState(false);
  const [renewing, setRenewing] = useState<string>();
  return (
    <Panel flush title="Users" hint="people who sign in" actions={<Button small look="primary" icon="plus" onClick={() => setAdding(true)}>New user</Button>}>
      {asked.isPending ? <Loading rows={3} /> : asked.isError ? <Failed fault={asked.error} what="the users" /> : (
        <ul className="divide-y">{asked.data.items.map((user) => <Row key={user.name} user={user} onPassword={() => setRenewing(user.name)} />)}</ul>
      )}
      {adding && <NewUser onClose={() => setAdding(false)} />}
      {renewing && <NewPassword name={renewing} onClose={() => setRenewing(undefined)} />}
    </Panel>
  );
}

function Row({ user, onPassword }: { user: User; onPassword: () => void }) {
  const me = useMe();
  const { run } = useAct();
  const off = Boolean(user.disabled_at);
  const other = user.role === "admin" ? "user" : "admin";
  const set = (body: object, done: string) => void run(change(user.name, body), { done, refresh: ["accounts"] });
  const confirmOff = () => ask({ title: `Disable ${user.name}?`, confirm: "Disable", danger: true, action: disable(user.name), children: <p>They are signed out everywhere, and their tokens stop working.</p>, onConfirm: () => set({ disabled: true }, `Disabled ${user.name}`) });
  return (
    <li className="flex items-center gap-3 px-4 py-2.5 hover:bg-hover">
      <Icon name="user" className="text-muted" />
      <span className="min-w-0 flex-1 truncate font-medium">{user.name}{user.name === me.name && <span className="ml-2 font-normal text-muted">you</span>}</span>
      {off && <Pill tone="bad">disabled</Pill>}
      <Pill tone={user.role === "admin" ? "run" : "idle"}>{user.role}</Pill>
      <span className="hidden w-24 text-right text-xs text-muted sm:block"><Time at={user.created_at} /></span>
      <Menu label={`Actions of ${user.name}`} className="inline-flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover" button={<Icon name="more" />} entries={() => [
        { label: "Set a new password", icon: "key", onSelect: onPassword },
        { label: `Make ${other === "admin" ? "an admin" : "a user"}`, icon: "user", disabled: user.name === me.name, onSelect: () => set({ role: other }, `${user.name} is ${other === "admin" ? "an admin" : "a user"} now`) },
        off ? { label: "Enable", icon: "check", onSelect: () => set({ disabled: false }, `Enabled ${user.name}`) } : { label: "Disable", icon: "close", danger: true, disabled: user.name === me.name, onSelect: confirmOff },
      ]} />
    </li>
  );
}

function NewUser({ onClose }: { onClose: () => void }) {
  const { busy, run } = useAct();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [role, setRole] = useState("user");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const made = await run({ method: "POST", path: "/api/v1/users", body: { name, password, role } }, { done: `Made the user ${name}`, refresh: ["accounts"] });
    if (made) onClose();
  };
  return (
    <Dialog title="New user" onClose={onClose}>
      <form className="space-y-4" onSubmit={(event) => void submit(event)}>
        <Field label="Name" hint="Letters, digits and . _ @ -"><Input autoFocus required value={name} onChange={(event) => setName(event.target.value)} /></Field>
        <Field label="Password" hint="At least twelve characters"><Input type="password" autoComplete="new-password" required value={password} onChange={(event) => setPassword(event.target.value)} /></Field>
        <Field label="Role"><Select value={role} onChange={(event) => setRole(event.target.value)}><option value="user">user: sees, triggers and retries own jobs</option><option value="admin">admin: everything</option></Select></Field>
        <Button type="submit" look="primary" busy={busy}>Create user</Button>
        {name && <AsCommands action={told(name, role)} />}
      </form>
    </Dialog>
  );
}

function NewPassword({ name, onClose }: { name: string; onClose: () => void }) {
  const { busy, run } = useAct();
  const [password, setPassword] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await run(change(name, { password }), { done: `${name} has a new password`, refresh: ["accounts"] })) onClose();
  };
  return (
    <Dialog title={`New password for ${name}`} onClose={onClose}>
      <form className="space-y-4" onSubmit={(event) => void submit(event)}>
        <Field label="Password" hint="They are signed out everywhere"><Input type="password" autoComplete="new-password" autoFocus required value={password} onChange={(event) => setPassword(event.target.value)} /></Field>
        <Button type="submit" look="primary" busy={busy}>Set it</Button>
      </form>
    </Dialog>
  );
}
