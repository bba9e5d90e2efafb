// A real VS Code with the packed extension: its window in Chromium, and what the threads of its host and window have used.
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { CHROMIUM, openBrowser } from "@parley/test-support/browser";
import { build } from "esbuild";
import { mkdir, readFile } from "node:fs/promises";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { CDPSession, FrameLocator, Page } from "playwright-core";
import { findEditor } from "../../../scripts/editor-tools.mjs";
import { CodeServer } from "../../../test/vscode/workbench/code-server.ts";
import { Workbench } from "../../../test/vscode/workbench/workbench.ts";
import type { Address } from "../server/watched-server.ts";
import { RIVAL_ID, RIVALS, type RivalName } from "./rival/manifest.ts";
import type { ViewWork } from "./view-work.ts";

const PROBE = fileURLToPath(new URL("./probe.cjs", import.meta.url));
const IN_VIEW = fileURLToPath(new URL("./in-view.ts", import.meta.url));
const LOOK_MS = 50;
/** A window has started when it and its host have used little CPU, several times in a row. */
const QUIET_MS = 500;
const QUIET_USED_MS_MAX = 25;
const QUIET_TIMES = 4;
const WAIT_MS = 60_000;

/** What the probe in the extension host has reported. */
interface ProbeEvent {
  readonly name: "load" | "activate" | "resolve";
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly cpuMs?: number;
  /** Of the extension, loaded so far. */
  readonly files?: readonly string[];
}

interface EditorParts {
  readonly server: CodeServer;
  readonly workbench: Workbench;
  readonly session: CDPSession;
  readonly probe: TempFolder;
}

export interface MeasuredExtensions {
  readonly vsix: string;
  /** The packed rivals, which talk to a server of their own: ours would show their sessions, which costs. */
  readonly rivals: string;
  readonly rivalServer: Address;
}

export class MeasuredEditor implements AsyncDisposable {
  readonly server: CodeServer;
  readonly workbench: Workbench;
  readonly #session: CDPSession;
  readonly #probe: TempFolder;

  private constructor({ server, workbench, session, probe }: EditorParts) {
    this.server = server;
    this.workbench = workbench;
    this.#session = session;
    this.#probe = probe;
  }

  /** A clean one, in which no Parley server is running. Resolves when the extension is active. */
  static async open({ vsix, rivals, rivalServer }: MeasuredExtensions): Promise<MeasuredEditor> {
    const editor = findEditor();
    if (editor === undefined || CHROMIUM === undefined)
      throw new Error("VS Code or Chromium is not installed. Install them with: npm run setup -- --with-test-tools");
    const probe = await createTempFolder();
    const { host, port, headers } = rivalServer;
    const env = {
      PARLEY_BENCH_PROBE: probe.path,
      RIVAL_URL: `ws://${host}:${port}/acp`,
      RIVAL_AUTHORIZATION: headers["Authorization"] ?? "",
    };
    const server = await CodeServer.start({ editor, vsix, beside: [rivals], env, nodeFlags: [`--require=${PROBE}`] });
    const folder = server.file("workspace");
    await mkdir(folder);
    const browser = await openBrowser();
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const workbench = await new Workbench(page).open(server.origin, folder);
    const measured = new MeasuredEditor({ server, workbench, session, probe });
    await measured.event("activate");
    await measured.#started();
    return measured;
  }

  /** That is open in its window. */
  get folder(): string {
    return this.server.file("workspace");
  }

  get page(): Page {
    return this.workbench.page;
  }

  /** The newest of its name, there or still to come. */
  async event(name: ProbeEvent["name"], after = 0): Promise<ProbeEvent> {
    for (const until = Date.now() + WAIT_MS; Date.now() < until; await sleep(LOOK_MS)) {
      const lines = await readFile(this.#probe.file("events.ndjson"), "utf8").catch(() => "");
      const events = lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as ProbeEvent]));
      const found = events.findLast((event) => event.name === name && event.at >= after);
      if (found !== undefined) return found;
    }
    throw new Error(`The extension host did not report: ${name}`);
  }

  /** Milliseconds that the thread of the extension host has used so far. */
  async hostMs(): Promise<number> {
    const said = await text(connect(this.#probe.file("cpu.sock")));
    const { user, system } = JSON.parse(said) as { readonly user: number; readonly system: number };
    return (user + system) / 1_000;
  }

  /** Milliseconds that the thread of the window has used so far; its webviews run in the same. */
  async windowMs(): Promise<number> {
    const { metrics } = await this.#session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
  }

  /** A window does much for seconds after it is shown, and what is opened meanwhile waits for that: this waits for its end. */
  async #started(): Promise<void> {
    const usedMs = async (): Promise<number> => (await this.windowMs()) + (await this.hostMs());
    const until = Date.now() + WAIT_MS;
    let before = await usedMs();
    for (let quiet = 0; quiet < QUIET_TIMES && Date.now() < until;) {
      await sleep(QUIET_MS);
      const now = await usedMs();
      quiet = now - before < QUIET_USED_MS_MAX ? quiet + 1 : 0;
      before = now;
    }
  }

  /** Opened by its icon; ours is out of sight then. */
  async openRival(name: RivalName): Promise<FrameLocator> {
    await this.workbench.openContainer(RIVALS[name]);
    const chat = this.page
      .locator(`iframe.webview.ready[src*="extensionId=${RIVAL_ID}"]`)
      .contentFrame()
      .locator("iframe#active-frame")
      .contentFrame();
    await chat.getByRole("textbox", { name: "Message" }).waitFor();
    return chat;
  }

  /** Of the Parley server that the extension has started. */
  async address(): Promise<Address> {
    const { url } = JSON.parse(await readFile(this.server.file("parley/server.json"), "utf8")) as { url: string };
    const token = (await readFile(this.server.file("parley/token"), "utf8")).trim();
    const { hostname, port } = new URL(url);
    return { host: hostname, port: Number(port), headers: { Authorization: `Bearer ${token}` } };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().browser()?.close();
    await this.server[Symbol.asyncDispose]();
    await this.#probe[Symbol.asyncDispose]();
  }
}

/** Has a chat do something beside what it shows. */
export async function workIn<Name extends keyof ViewWork>(
  chat: FrameLocator,
  name: Name,
  ...given: Parameters<ViewWork[Name]>
): Promise<Awaited<ReturnType<ViewWork[Name]>>> {
  const done = await chat.locator("body").evaluate(
    (_body, [called, args]) => {
      type Bench = Record<string, (...all: readonly unknown[]) => Promise<unknown>>;
      return (globalThis as unknown as { readonly parleyBench: Bench }).parleyBench[called]?.(...args);
    },
    [name, given] as const,
  );
  return done as Awaited<ReturnType<ViewWork[Name]>>;
}

/** Prepares the document of a chat for `workIn`. */
export async function prepare(chat: FrameLocator): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [IN_VIEW],
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    conditions: ["parley:source"],
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "warning",
  });
  // As a string, and by the debugger: the policy of the webview refuses other scripts.
  await chat.locator("body").evaluate(outputFiles[0]?.text ?? "");
}
