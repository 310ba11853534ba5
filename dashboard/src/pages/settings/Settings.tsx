import { useSearch } from "@tanstack/react-router";
import { one, type Search } from "~/shell/search";
import { useMay } from "~/shell/session";
import { PageHead } from "~/ui/Panel";
import { Tabs } from "~/ui/Tabs";
import { Browser } from "./Browser";
import { Tokens } from "./Tokens";
import { Users } from "./Users";

export default function Settings() {
  const operates = useMay("operate");
  const tabs = [{ id: "browser", label: "This browser" }, ...(operates ? [{ id: "users", label: "Users" }, { id: "tokens", label: "API tokens" }] : [])];
  const tab = one((useSearch({ strict: false }) as Search).tab) || "browser";
  return (
    <>
      <PageHead title="Settings" />
      <Tabs label="Settings" tabs={tabs} active={tab} />
      {tab === "users" && operates ? <Users /> : tab === "tokens" && operates ? <Tokens /> : <Browser />}
    </>
  );
}
