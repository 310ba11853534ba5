/** What can be done with the ticked rows, or with all that match; done on the server, with progress. */
import type { ReactNode } from "react";
import type { Bulk } from "~/api/actions";
import { beginBulk, countBulk } from "~/api/bulk";
import type { Filters } from "~/api/lists";
import type { BulkAction } from "~/api/types";
import { bulk } from "~/api/actions";
import { Button } from "./Button";
import { ask } from "./Confirm";
import type { IconName } from "./Icon";
import type { Selected } from "./useSelection";

export interface BulkDeed {
  action: BulkAction;
  label: string;
  icon: IconName;
  danger?: boolean;
  note?: ReactNode;
}

interface Props {
  selected: Selected;
  total?: number;
  exact?: boolean;
  noun: string;
  filters: Filters;
  deeds: BulkDeed[];
}

export function BulkBar({ selected, total, exact = true, noun, filters, deeds }: Props) {
  if (!selected.count) return null;
  const many = selected.matching ? `All ${words(total, exact)} ${noun}` : counted(selected.count, noun);
  const run = async (deed: BulkDeed) => {
    const what = wanted(deed.action, selected, filters);
    const found = await countBulk(what);
    if (!found) return;
    ask({
      title: `${deed.label} ${found.exact ? counted(found.count, noun) : `${words(found.count, false)} ${noun}`}?`,
      confirm: deed.label,
      danger: deed.danger,
      action: bulk(what, false),
      children: <>
        <p>{deed.note ?? "It runs on the server. You may go on meanwhile."}</p>
        {found.count < (selected.matching ? (total ?? 0) : selected.count) && <p className="text-muted">The others are in a state where this makes no sense.</p>}
      </>,
      onConfirm: async () => {
        await beginBulk(what, deed.label, found.count, noun).then(selected.clear, () => {});
      },
    });
  };
  return (
    <div role="region" aria-label="Selection" className="flex flex-wrap items-center gap-2 border-b bg-selected px-4 py-2">
      <span className="tabular font-medium">{many} selected</span>
      {selected.all && !selected.matching && total !== undefined && total > selected.count && (
        <button type="button" className="rounded font-medium text-accent underline underline-offset-2" onClick={selected.selectMatching}>
          Select all {words(total, exact)} matching
        </button>
      )}
      <span className="flex-1" />
      {deeds.map((deed) => <Button key={deed.action} small icon={deed.icon} look={deed.danger ? "danger" : "plain"} onClick={() => void run(deed)}>{deed.label}</Button>)}
      <Button small look="quiet" onClick={selected.clear}>Clear</Button>
    </div>
  );
}

const words = (total = 0, exact = true) => `${total.toLocaleString("en-US")}${exact ? "" : "+"}`;

/** "1 job", "2 jobs". */
const counted = (n: number, noun: string) => `${n.toLocaleString("en-US")} ${n === 1 ? noun.replace(/s$/, "") : noun}`;

/** The list's filters without what only orders it; ticked rows by their ids. */
function wanted(action: BulkAction, selected: Selected, filters: Filters): Bulk {
  if (!selected.matching) return { action, filter: { ids: selected.ids } };
  const { sort: _, q, tag, ...filter } = filters;
  const tags = tag ? { tags: JSON.stringify(Object.fromEntries([tag].flat().map((pair) => pair.split("=", 2)))) } : {};
  return { action, filter: { ...filter, ...tags }, q: (q as string) ?? "" };
}
