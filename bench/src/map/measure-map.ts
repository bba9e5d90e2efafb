// Opens the map of a large folder in Chromium, and measures it while a busy session is played into it.
import { openBrowser } from "@parley/test-support/browser";
import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import type { CDPSession, Page } from "playwright-core";

export interface MapSample {
  /** From opening to the first picture. */
  readonly layoutMs: number;
  /** CPU of the main thread for one frame while heat changes. */
  readonly frameMs: number;
  /** The live heap after the whole session, by that after its first half hour. */
  readonly heapRatio: number;
}

export interface MapWork {
  readonly files: number;
  /** Of the session that is played. */
  readonly hours: number;
}

const HALF_HOUR_S = 1_800;
const HEAT_S = 400;
/** Calls per frame in fast forward: as fast as the highest speed of the slider, at 60 frames a second. */
const FAST_CALLS = 60;

export async function measureMap({ files, hours }: MapWork): Promise<MapSample> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
    const failures: unknown[] = [];
    page.on("pageerror", (error) => failures.push(error));
    await page.setContent("<!doctype html><title>Map</title><body></body>");
    const { script, style } = await bundlePage();
    await page.addStyleTag({ content: style });
    await page.addScriptTag({ content: script, type: "module" });
    await page.waitForFunction(() => "mapBench" in window);
    const layoutMs = await page.evaluate((count) => window.mapBench.open(count), files);
    const client = await page.context().newCDPSession(page);
    await client.send("Performance.enable", { timeDomain: "threadTicks" });
    const frameMs = await measureFrames(page, client);
    await play(page, HALF_HOUR_S - HEAT_S);
    const first = await liveHeap(client);
    await play(page, hours * 3_600 - HALF_HOUR_S);
    const last = await liveHeap(client);
    if (failures.length > 0) throw new AggregateError(failures, "The page failed");
    return { layoutMs, frameMs, heapRatio: last / first };
  } finally {
    await browser.close();
  }
}

async function measureFrames(page: Page, client: CDPSession): Promise<number> {
  const before = await taskMs(client);
  const frames = await page.evaluate((seconds) => window.mapBench.play(seconds, 1), HEAT_S);
  return ((await taskMs(client)) - before) / frames;
}

async function play(page: Page, seconds: number): Promise<void> {
  await page.evaluate(([time = 0, calls = 1]) => window.mapBench.play(time, calls), [seconds, FAST_CALLS]);
}

/** CPU of all tasks of the main thread since it started, layout and painting included. */
async function taskMs(client: CDPSession): Promise<number> {
  const { metrics } = await client.send("Performance.getMetrics");
  const seconds = metrics.find(({ name }) => name === "TaskDuration")?.value;
  if (seconds === undefined) throw new Error("Chromium does not say what its tasks took");
  return seconds * 1_000;
}

async function liveHeap(client: CDPSession): Promise<number> {
  await client.send("HeapProfiler.collectGarbage");
  const heap = await client.send("Runtime.getHeapUsage");
  return heap.usedSize + heap.backingStorageSize;
}

async function bundlePage(): Promise<{ readonly script: string; readonly style: string }> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("./map-page.ts", import.meta.url))],
    outdir: "page",
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    platform: "browser",
    jsx: "automatic",
    conditions: ["parley:source"],
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "warning",
  });
  const textOf = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "";
  return { script: textOf(".js"), style: textOf(".css") };
}
