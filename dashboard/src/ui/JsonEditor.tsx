/** JSON with colours, brackets and faults where they are; held to a JSON Schema where there is one. Evaluates no code. */
import { Validator, type Schema } from "@cfworker/json-schema";
import { autocompletion, closeBrackets, type CompletionContext } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { linter, type Diagnostic } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "react";

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
  schema?: Record<string, unknown>;
}

const look = EditorView.theme({
  "&": { fontSize: "12px", backgroundColor: "var(--surface)", color: "var(--text)", borderRadius: "6px", border: "1px solid var(--line-strong)" },
  "&.cm-focused": { outline: "2px solid color-mix(in srgb, var(--accent) 40%, transparent)", borderColor: "var(--accent)" },
  ".cm-content": { fontFamily: "var(--font-mono), monospace", padding: "8px 4px", minHeight: "7rem", caretColor: "var(--text)" },
  ".cm-scroller": { maxHeight: "22rem", lineHeight: "1.5" },
  ".cm-tooltip": { background: "var(--surface)", border: "1px solid var(--line)", borderRadius: "6px", color: "var(--text)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--selected)", color: "var(--text)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad-solid)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { background: "color-mix(in srgb, var(--accent) 25%, transparent) !important" },
});
const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--run)" }, { tag: tags.string, color: "var(--ok)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warn)" },
]);

export default function JsonEditor({ label, value, onChange, schema }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const told = useRef(onChange);
  told.current = onChange;
  const schemaText = JSON.stringify(schema ?? null);
  useEffect(() => {
    const made = new EditorView({
      parent: box.current!,
      state: EditorState.create({
        doc: view.current?.state.doc.toString() ?? value,
        extensions: [
          look, json(), syntaxHighlighting(colours), bracketMatching(), closeBrackets(), indentOnInput(), history(),
          keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]), placeholder("{}"), EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": label }),
          linter(jsonParseLinter()), ...(schema ? [linter(bySchema(schema)), autocompletion({ override: [names(schema)] })] : []),
          EditorView.updateListener.of((update) => update.docChanged && told.current(update.state.doc.toString())),
        ],
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, [schemaText, label]);
  useEffect(() => {
    const shown = view.current;
    if (shown && shown.state.doc.toString() !== value) shown.dispatch({ changes: { from: 0, to: shown.state.doc.length, insert: value } });
  }, [value]);
  return <div ref={box} />;
}

function bySchema(schema: Record<string, unknown>) {
  const validator = new Validator(schema as Schema, "2020-12", false);
  return (view: EditorView): Diagnostic[] => {
    const text = view.state.doc.toString();
    let value: unknown;
    try {
      value = JSON.parse(text || "{}");
    } catch {
      return []; // the other linter says so
    }
    const errors = validator.validate(value).errors.filter((error) => error.keyword !== "properties");
    return errors.map((error) => ({ ...placeOf(text, error.instanceLocation), severity: "error", message: error.error }));
  };
}

/** The place of `#/a/b`: where the last name stands in the text, or the beginning. */
function placeOf(text: string, pointer: string): { from: number; to: number } {
  const name = pointer.split("/").slice(1).findLast((part) => !/^\d+$/.test(part));
  const from = name ? text.indexOf(`"${name}"`) : 0;
  return from < 0 || !name ? { from: 0, to: Math.min(1, text.length) } : { from, to: from + name.length + 2 };
}

function names(schema: Record<string, unknown>) {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, { type?: string; description?: string; title?: string }>);
  return (context: CompletionContext) => {
    const word = context.matchBefore(/"[\w-]*/);
    if (!word) return null;
    const options = properties.map(([name, about]) => ({ label: `"${name}"`, apply: `"${name}": `, detail: about.type, info: about.description }));
    return { from: word.from, options };
  };
}
