// The server's page in a real Chromium, with the CPU time of its main thread.
import { CHROMIUM, openBrowser } from "@parley/test-support/browser";
import { build } from "esbuild";
import type { CDPSession, Page } from "playwright-core";
import { fileURLToPath } from "node:url";
import type { Address } from "../server/watched-server.ts";
import type { PageWork } from "./page-work.ts";

const IN_PAGE = fileURLToPath(new URL("./in-page.ts", import.meta.url));

export class MeasuredPage implements AsyncDisposable {
  readonly page: Page;
  readonly origin: string;
  readonly #session: CDPSession;

  constructor(page: Page, session: CDPSession, origin: string) {
    this.page = page;
    this.#session = session;
    this.origin = origin;
  }

  static async open({ host, port, headers }: Address): Promise<MeasuredPage> {
    if (CHROMIUM === undefined) throw new Error("Chromium not found: install it, or set CHROME_PATH");
    const browser = await openBrowser();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const session = await page.context().newCDPSession(page);
    // In CPU time of the thread, so that other processes do not count.
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const origin = `http://${host}:${port}`;
    await page.goto(`${origin}/?token=${headers["Authorization"]?.replace("Bearer ", "")}`);
    await page.evaluate(await bundleInPage());
    return new MeasuredPage(page, session, origin);
  }

  /** Milliseconds of the main thread while `run` ran. */
  async cpuMs(run: () => Promise<void>): Promise<number> {
    const before = await this.#taskMs();
    await run();
    return (await this.#taskMs()) - before;
  }

  async work(name: keyof PageWork, ...given: readonly (string | number)[]): Promise<void> {
    await this.page.evaluate(
      ([called, args]) => {
        type Bench = Record<string, (...all: readonly unknown[]) => Promise<void>>;
        return (globalThis as unknown as { readonly parleyBench: Bench }).parleyBench[called]?.(...args);
      },
      [name, given] as const,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().browser()?.close();
  }

  async #taskMs(): Promise<number> {
    const { metrics } = await this.#session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
  }
}

async function bundleInPage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [IN_PAGE],
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    conditions: ["parley:source"],
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "warning",
  });
  return outputFiles[0]?.text ?? "";
}
