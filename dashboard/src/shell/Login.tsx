import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Problem } from "~/api/http";
import { waysIn } from "~/api/queries";
import { Button, buttonLook } from "~/ui/Button";
import { Copyable } from "~/ui/Copy";
import { Field, Input } from "~/ui/Field";
import { Logo } from "./Logo";
import { signIn } from "./session";

export function Login({ fault }: { fault: unknown }) {
  const { data: ways } = useQuery(waysIn());
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState(fault instanceof Problem && fault.status !== 401 ? fault.message : "");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefusal("");
    try {
      await signIn(name, password);
    } catch (problem) {
      setRefusal(problem instanceof Problem && problem.code === "wrong_password" ? "This name and password do not belong together." : String((problem as Error).message));
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className="grid min-h-screen place-items-center p-4">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex items-center justify-center gap-2.5"><Logo size={28} /><h1 className="text-xl font-semibold tracking-tight">Tickwheel</h1></div>
        <form onSubmit={submit} className="space-y-4 rounded-xl border bg-surface p-6 shadow-card">
          <Field label="Name"><Input name="username" autoComplete="username" autoFocus required value={name} onChange={(event) => setName(event.target.value)} /></Field>
          <Field label="Password"><Input name="password" type="password" autoComplete="current-password" required value={password} onChange={(event) => setPassword(event.target.value)} /></Field>
          {refusal && <p role="alert" className="rounded-md bg-bad-tint px-3 py-2 text-bad">{refusal}</p>}
          <Button type="submit" look="primary" busy={busy} className="w-full">Sign in</Button>
          {ways?.provider && <a href="/api/auth/oidc/login" className={`${buttonLook()} w-full`}>Sign in with your organisation</a>}
        </form>
        <details className="mt-4 px-1 text-muted">
          <summary className="text-xs hover:text-text">No account yet?</summary>
          <p className="mt-2 mb-2 text-xs"><code className="font-mono">tickwheel dev</code> tells the admin's password once, when it first starts. Elsewhere an operator makes the first admin:</p>
          <Copyable text="tickwheel user create ada --role admin" />
        </details>
      </div>
    </main>
  );
}
