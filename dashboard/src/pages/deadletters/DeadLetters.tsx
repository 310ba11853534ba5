import { useSearch } from "@tanstack/react-router";
import { one, type Search } from "~/shell/search";
import { PageHead } from "~/ui/Panel";
import { Tabs } from "~/ui/Tabs";
import { Groups } from "./Groups";
import { Letters } from "./Letters";

const TABS = [{ id: "groups", label: "Alike" }, { id: "all", label: "One by one" }];

export default function DeadLetters() {
  const tab = one((useSearch({ strict: false }) as Search).tab) || "groups";
  return (
    <>
      <PageHead title="Dead letters" hint="Executions that failed for good. Nothing is lost: run them again, or let them go." />
      <Tabs label="Ways to look at them" tabs={TABS} active={tab} />
      {tab === "groups" ? <Groups /> : <Letters />}
    </>
  );
}
