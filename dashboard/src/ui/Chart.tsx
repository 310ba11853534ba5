/** Time series. Colours are tokens, so a chart follows the theme; those who cannot see it are told the newest and the most. */
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useTheme } from "~/shell/theme";
import type { Tone } from "./Status";

export interface Series {
  label: string;
  tone: Tone | "accent";
  values: (number | null)[];
  bars?: boolean;
}

interface Props {
  label: string;
  /** Seconds since the epoch. */
  times: number[];
  series: Series[];
  height?: number;
  format?: (value: number) => string;
}

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const colourOf = (tone: Series["tone"]) => token(tone === "accent" ? "--accent" : `--${tone}-solid`);
const plain = (value: number) => value.toLocaleString("en-US");

export default function Chart({ label, times, series, height = 180, format = plain }: Props) {
  const theme = useTheme();
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const data = [times, ...series.map((one) => one.values)] as uPlot.AlignedData;
  const shape = JSON.stringify(series.map(({ label: name, tone, bars }) => [name, tone, bars]));
  useEffect(() => {
    const element = box.current!;
    const made = new uPlot(options(series, element.clientWidth, height, format), data, element);
    plot.current = made;
    const watcher = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [theme, shape, height]);
  useEffect(() => plot.current?.setData(data), [data]);
  return <div ref={box} role="img" aria-label={`${label}: ${summary(series, format)}`} className="min-w-0 overflow-hidden" style={{ height }} />;
}

function summary(series: Series[], format: (value: number) => string): string {
  return series.map(({ label, values }) => {
    const known = values.filter((value) => value !== null);
    return known.length ? `${label} ${format(known.at(-1)!)} now, ${format(Math.max(...known))} at most` : `${label} nothing`;
  }).join("; ");
}

function options(series: Series[], width: number, height: number, format: (value: number) => string): uPlot.Options {
  const axis = { stroke: token("--faint"), font: "11px Inter, sans-serif", ticks: { show: false } };
  const grid = { stroke: token("--line"), width: 1 };
  return {
    width,
    height,
    padding: [10, 18, 0, 0],
    cursor: { points: { size: 6 }, y: false },
    legend: { show: false },
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(4, (max ?? 0) * 1.12)] } },
    axes: [
      { ...axis, grid: { show: false }, space: 70, size: 26, values: clock },
      { ...axis, grid, size: 44, values: (_plot, values) => values.map((value) => (Number.isInteger(value) ? format(value) : "")) },
    ],
    series: [{}, ...series.map((one) => line(one))],
    plugins: [tip(series, format)],
  };
}

const clock = (_plot: uPlot, values: number[]) =>
  values.map((value) => {
    const at = new Date(value * 1_000);
    const midnight = at.getHours() === 0 && at.getMinutes() === 0;
    return midnight ? at.toLocaleDateString("en-GB", { day: "numeric", month: "short" }) : at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  });

/** A line needs two values beside each other: a few alone are shown as points. */
const FEW = 12;
const scarce = (plot: uPlot, index: number) => Array.from(plot.data[index] ?? []).filter((value) => value !== null && value !== undefined).length <= FEW;

function line({ label, tone, bars }: Series): uPlot.Series {
  const colour = colourOf(tone);
  const paths = bars ? uPlot.paths.bars!({ size: [0.7, 14], radius: 0.15 }) : uPlot.paths.spline!();
  return { label, stroke: bars ? undefined : colour, fill: bars ? colour : `${colour}22`, width: bars ? 0 : 1.5, paths, points: { show: bars ? false : scarce, size: 5, fill: colour } };
}

/** What was when, beside the cursor. */
function tip(series: Series[], format: (value: number) => string): uPlot.Plugin {
  const element = document.createElement("div");
  element.className = "pointer-events-none absolute z-10 hidden rounded-md border bg-surface px-2 py-1.5 text-xs shadow-pop whitespace-nowrap";
  const show = (plot: uPlot) => {
    const { idx, left = 0 } = plot.cursor;
    element.style.display = idx === null || idx === undefined || left < 0 ? "none" : "block";
    if (idx === null || idx === undefined) return;
    const at = new Date((plot.data[0][idx] ?? 0) * 1_000).toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
    element.replaceChildren(words(at, "text-muted"), ...series.map((one, index) => words(`${one.label}: ${told(plot.data[index + 1]?.[idx], format)}`, "tabular font-medium")));
    const space = plot.over.clientWidth - left;
    element.style.left = `${space < 160 ? left - element.offsetWidth - 12 : left + 12}px`;
    element.style.top = "8px";
  };
  return { hooks: { init: (plot) => void plot.over.append(element), setCursor: show } };
}

const told = (value: number | null | undefined, format: (value: number) => string) => (value === null || value === undefined ? "–" : format(value));

function words(text: string, className: string): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  element.textContent = text;
  return element;
}
