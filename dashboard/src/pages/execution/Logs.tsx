import { useEffect, useRef, useState } from "react";
import type { Execution, LogLine } from "~/api/types";
import { clockOf } from "~/time/format";
import { CopyButton } from "~/ui/Copy";
import { Failed } from "~/ui/Empty";
import { Check, Select } from "~/ui/Field";
import { Panel } from "~/ui/Panel";
import { isLive } from "../executions/deeds";
import { useLogs } from "./useLogs";

const LEVELS = ["debug", "info", "warning", "error"] as const;
const COLOUR: Record<string, string> = { debug: "text-faint", info: "text-muted", warning: "text-warn", error: "text-bad" };

export function Logs({ run }: { run: Execution }) {
  const { lines, fault, loaded } = useLogs(run.execution_id, isLive(run));
  const [least, setLeast] = useState<string>("debug");
  const [follow, setFollow] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  const shown = lines.filter((line) => LEVELS.indexOf(line.level) >= LEVELS.indexOf(least as "debug"));
  useEffect(() => {
    if (follow && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [shown.length, follow]);
  const text = shown.map((line) => `${line.logged_at} ${line.level} ${line.message}`).join("\n");
  const tools = (
    <>
      {isLive(run) && <Check label="Follow" checked={follow} onChange={(event) => setFollow(event.target.checked)} />}
      <Select aria-label="Least important level" value={least} onChange={(event) => setLeast(event.target.value)} className="h-7! w-auto! text-xs">
        {LEVELS.map((level) => <option key={level} value={level}>{level} and above</option>)}
      </Select>
      <CopyButton text={text} label="Copy the lines" />
    </>
  );
  return (
    <Panel flush title="Log" hint={lines.length ? `${lines.length.toLocaleString("en-US")} ${lines.length === 1 ? "line" : "lines"}` : undefined} actions={tools}>
      {fault && !lines.length ? <Failed fault={fault} what="the log" /> : shown.length ? (
        <div ref={box} tabIndex={0} role="log" aria-label="Log lines" className="thin-scroll max-h-112 overflow-auto bg-sunken py-2 font-mono text-xs leading-5">
          {shown.map((line) => <Line key={`${line.attempt}:${line.line}`} line={line} many={run.attempts.length > 1} />)}
        </div>
      ) : (
        <p className="p-4 text-muted">{!loaded ? "Reading …" : lines.length ? "No line is as important as that." : <>The handler has written nothing. It can, with <code className="font-mono text-xs">context.log("…")</code>.</>}</p>
      )}
    </Panel>
  );
}

function Line({ line, many }: { line: LogLine; many: boolean }) {
  return (
    <div className="flex gap-3 px-4 hover:bg-hover">
      <time dateTime={line.logged_at} className="tabular shrink-0 text-faint">{clockOf(Date.parse(line.logged_at))}</time>
      {many && <span className="shrink-0 text-faint" title="Attempt">{line.attempt}</span>}
      <span className={`w-14 shrink-0 ${COLOUR[line.level]}`}>{line.level}</span>
      <span className="min-w-0 break-words whitespace-pre-wrap">
        {line.message}
        {line.fields && Object.entries(line.fields).map(([name, value]) => <span key={name} className="ml-2 text-muted">{name}=<span className="text-run">{typeof value === "string" ? value : JSON.stringify(value)}</span></span>)}
        {Boolean(line.dropped) && <span className="ml-2 text-warn">{line.dropped} lines were dropped here</span>}
      </span>
    </div>
  );
}
