/** Who is signed in. Pages below it can rely on somebody being there. */
import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useEffect, type ReactNode } from "react";
import { queries } from "~/api/client";
import { call, rememberCsrf, whenSignedOut } from "~/api/http";
import { sendNow } from "~/api/later";
import { me } from "~/api/queries";
import type { Me } from "~/api/types";
import { Appliance } from "~/live/apply";
import { live } from "~/live/stream";
import { Login } from "./Login";

const Session = createContext<Me | null>(null);

export function useMe(): Me {
  const found = useContext(Session);
  if (!found) throw new Error("useMe needs somebody to be signed in");
  return found;
}

export const useMay = (what: Me["may"][number]): boolean => useMe().may.includes(what);

export async function signIn(name: string, password: string): Promise<void> {
  const found = await call<Me>("/api/auth/login", { method: "POST", body: { name, password } });
  rememberCsrf(found.csrf_token);
  others();
  queries.setQueryData(me().queryKey, found);
}

export async function signOut(): Promise<void> {
  await sendNow();
  await call("/api/auth/logout", { method: "POST", body: {} }).catch(() => {});
  others();
  await queries.resetQueries({ queryKey: ["me"] });
}

/** Nothing that one person saw is kept for the next. */
function others(): void {
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== "me" });
}

whenSignedOut(() => void queries.invalidateQueries({ queryKey: ["me"] }));

export function SignedIn({ children }: { children: ReactNode }) {
  const asked = useQuery(me());
  const who = asked.isError ? undefined : asked.data;
  if (who) rememberCsrf(who.csrf_token);
  useLiveStream(who?.name);
  if (asked.isPending) return null;
  if (!who) return <Login fault={asked.error} />;
  return <Session.Provider value={who}>{children}</Session.Provider>;
}

function useLiveStream(name: string | undefined): void {
  useEffect(() => {
    if (!name) return;
    const appliance = new Appliance(queries);
    const silence = live.listen(appliance.apply);
    live.onGap = () => void queries.invalidateQueries();
    live.start();
    return () => {
      silence();
      live.stop();
    };
  }, [name]);
}
