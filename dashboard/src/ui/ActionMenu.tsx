import { asCli, asCurl, type Action } from "~/api/actions";
import { copyText } from "./Copy";
import { Icon } from "./Icon";
import { Menu, type Entry, type MenuItem } from "./Menu";
import { showToast } from "./Toast";

export interface Deed {
  label: string;
  icon?: MenuItem["icon"];
  danger?: boolean;
  disabled?: boolean;
  action: Action;
  run: () => void;
}

/** What can be done with a thing, and each of it to copy as curl and as a command line. */
export function ActionMenu({ label, deeds, extra = [] }: { label: string; deeds: Deed[]; extra?: MenuItem[] }) {
  return (
    <Menu
      label={label}
      entries={() => entriesOf(deeds, extra)}
      button={<Icon name="more" />}
      className="inline-flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
    />
  );
}

function entriesOf(deeds: Deed[], extra: MenuItem[]): Entry[] {
  const usable = deeds.filter((deed) => !deed.disabled);
  const copies = usable.flatMap(({ label, action }) => {
    const cli = asCli(action);
    return [
      ...(cli ? [copyItem(`Copy “${label}” for the command line`, cli, "terminal")] : []),
      copyItem(`Copy “${label}” as curl`, asCurl(action), "copy"),
    ];
  });
  return [
    ...usable.map(({ label, icon, danger, run }) => ({ label, icon, danger, onSelect: run })),
    ...extra,
    ...(copies.length ? (["line", ...copies] as const) : []),
  ];
}

function copyItem(label: string, text: string, icon: MenuItem["icon"]): MenuItem {
  return {
    label,
    icon,
    onSelect: () => void copyText(text).then(() => showToast({ tone: "ok", text: "Copied", detail: text }, 3_000)),
  };
}
