// The longest task of a page's main thread, from a trace of Chromium: in wall time, and in CPU time of the thread.
import type { Page } from "playwright-core";

export interface LongestTask {
  readonly wallMs: number;
  readonly cpuMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

const TASK = "RunTask";

export async function findLongestTask(page: Page, run: () => Promise<void>): Promise<LongestTask> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("The page has no browser to trace");
  await browser.startTracing(page, { categories: ["__metadata", "toplevel", "disabled-by-default-devtools.timeline"] });
  await run();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { readonly traceEvents: readonly TraceEvent[] };
  return longestOf(trace.traceEvents);
}

function longestOf(events: readonly TraceEvent[]): LongestTask {
  const threads = events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const tasks = events.filter(
    ({ name, ph, pid, tid }) =>
      ph === "X" && name.endsWith(TASK) && threads.some((thread) => thread.pid === pid && thread.tid === tid),
  );
  if (tasks.length === 0) throw new Error("The trace has no tasks of the main thread");
  const most = (field: "dur" | "tdur"): number => Math.max(...tasks.map((task) => task[field] ?? 0)) / 1_000;
  return { wallMs: most("dur"), cpuMs: most("tdur") };
}
