import { fieldName, told } from "./definition";

/** What was and what is, field by field. */
export function Diff({ rows }: { rows: { field: string; before?: unknown; after?: unknown }[] }) {
  return (
    <dl className="mt-1.5 space-y-1.5 text-xs">
      {rows.map((row) => (
        <div key={row.field} className="grid gap-x-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <dt className="text-muted">{fieldName(row.field)}</dt>
          <dd className="min-w-0 font-mono break-words">
            <del className="rounded bg-bad-tint px-1 text-bad no-underline">− {told(row.field, row.before) || "none"}</del>{" "}
            <ins className="rounded bg-ok-tint px-1 text-ok no-underline">+ {told(row.field, row.after) || "none"}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
