// The browser of one session: starts with the first page, runs one action at a time and ends with the session.
import { setTimeout as delay } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright-core";
import { truncate, toOneLine } from "@parley/base";
import { startGuardedProxy, type Destinations, type GuardedProxy } from "@parley/machine/network";
import { launchChromium, type RunningBrowser } from "./chromium.ts";
import {
  BROWSER_NOTES_MAX,
  BROWSER_PAGES_MAX,
  PAGE_ACTION_MS_MAX,
  PAGE_LABEL_CHARS_MAX,
  PAGE_OPEN_MS_MAX,
  PAGE_SETTLE_MS_MAX,
  PAGE_SETTLE_MS_MIN,
  PROXY_CONNECTIONS_MAX,
  PROXY_IDLE_MS_MAX,
  WEB_IMAGE_BYTES_MAX,
} from "../../limits.ts";
import { locate, type Purpose } from "./locate.ts";
import { toOutline } from "./outline.ts";

const VIEWPORT = { width: 1280, height: 800 } as const;

export interface BrowserSessionOptions {
  readonly destinations: Destinations;
  /** The browser may not open every address. */
  readonly isGuarded: boolean;
}

interface SeenPage {
  readonly url: string;
  readonly title: string;
  readonly outline: string;
  /** Events during the action: dialogs and blocked addresses. */
  readonly notes: readonly string[];
}

/** The result of an action: the page after it, or why the action failed. */
export type Seen = SeenPage | { readonly failed: string };

const NO_PAGE = { failed: "No page is open. Open one first." } as const;
const SCREENSHOT_QUALITIES = [80, 50, 25];

export class BrowserSession implements AsyncDisposable {
  readonly #options: BrowserSessionOptions;
  #running: RunningBrowser | undefined;
  #proxy: GuardedProxy | undefined;
  #context: BrowserContext | undefined;
  #page: Page | undefined;
  #references: ReadonlyMap<number, string> = new Map();
  #notes: string[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: BrowserSessionOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#running?.browser.isConnected() === true;
  }

  open(path: string, url: URL, signal: AbortSignal): Promise<Seen> {
    return this.#alone(async () => {
      signal.throwIfAborted();
      if (this.#options.isGuarded) await this.#options.destinations.check(url.hostname);
      const page = await this.#newPage(path, signal);
      await this.#navigate(page, url, signal);
      return this.#look(page, signal);
    });
  }

  read(signal: AbortSignal): Promise<Seen> {
    return this.#onPage((page) => this.#look(page, signal));
  }

  back(signal: AbortSignal): Promise<Seen> {
    return this.#onPage(async (page) => {
      const url = page.url();
      await page.goBack({ waitUntil: "domcontentloaded", timeout: PAGE_OPEN_MS_MAX, signal });
      return page.url() === url ? { failed: "No previous page." } : this.#look(page, signal);
    });
  }

  click(target: string, signal: AbortSignal): Promise<Seen> {
    return this.#use(
      target,
      "click",
      async (locator) => {
        await locator.click({ timeout: PAGE_ACTION_MS_MAX, signal });
      },
      signal,
    );
  }

  /** A trailing line break presses Enter. */
  type(target: string, text: string, signal: AbortSignal): Promise<Seen> {
    return this.#use(
      target,
      "type",
      async (locator) => {
        const options = { timeout: PAGE_ACTION_MS_MAX, signal };
        const typed = text.replace(/\r?\n$/, "");
        const isChoice =
          (await locator.evaluate((element: { readonly tagName: string }) => element.tagName)) === "SELECT";
        if (isChoice) await locator.selectOption({ label: typed }, options);
        else await locator.fill(typed, options);
        if (typed !== text) await locator.press("Enter", options);
      },
      signal,
    );
  }

  /** A JPEG of the visible part of the page. */
  screenshot(
    signal: AbortSignal,
  ): Promise<{ readonly image: Buffer; readonly url: string } | { readonly failed: string }> {
    return this.#onPage(async (page) => {
      for (const quality of SCREENSHOT_QUALITIES) {
        const image = await page.screenshot({ type: "jpeg", quality, timeout: PAGE_ACTION_MS_MAX, signal });
        if (image.length <= WEB_IMAGE_BYTES_MAX) return { image, url: page.url() };
      }
      return { failed: "The screenshot is too large." };
    });
  }

  async close(): Promise<void> {
    const [running, proxy] = [this.#running, this.#proxy];
    this.#running = undefined;
    this.#proxy = undefined;
    this.#context = undefined;
    this.#page = undefined;
    await running?.[Symbol.asyncDispose]();
    await proxy?.[Symbol.asyncDispose]();
  }

  /** Cancels the running action and waits for it, because it might still start a browser. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    await this.#last;
    await this.close();
  }

  #alone<Result>(action: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(action);
    // The caller gets the failure, and the next action starts regardless.
    this.#last = result.catch(() => undefined);
    return result;
  }

  #onPage<Result>(action: (page: Page) => Promise<Result>): Promise<Result | { readonly failed: string }> {
    return this.#alone(async () => {
      const page = this.#page;
      return page === undefined || page.isClosed() || !this.isRunning ? NO_PAGE : action(page);
    });
  }

  #use(
    target: string,
    purpose: Purpose,
    action: (locator: NonNullable<Awaited<ReturnType<typeof locate>>>) => Promise<void>,
    signal: AbortSignal,
  ): Promise<Seen> {
    return this.#onPage(async (page) => {
      const locator = await locate(page, target, purpose, this.#references);
      if (locator === undefined) {
        return {
          failed: `${JSON.stringify(truncate(target, PAGE_LABEL_CHARS_MAX))} not found on the page. Read the page and use a number.`,
        };
      }
      await action(locator);
      return this.#look(page, signal);
    });
  }

  /** Stops a cancelled navigation, because Chromium would report its end as a failure of the next one. */
  async #navigate(page: Page, url: URL, signal: AbortSignal): Promise<void> {
    try {
      await page.goto(url.href, { waitUntil: "domcontentloaded", timeout: PAGE_OPEN_MS_MAX, signal });
    } catch (error) {
      if (signal.aborted) await stopLoading(page);
      throw error;
    }
  }

  async #look(acted: Page, signal: AbortSignal): Promise<Seen> {
    // A navigation or a new window starts shortly after the action that causes it.
    await delay(PAGE_SETTLE_MS_MIN, undefined, { signal });
    const page = this.#page ?? acted;
    // Some pages never become idle, so they are read after the timeout.
    await page.waitForLoadState("networkidle", { timeout: PAGE_SETTLE_MS_MAX }).catch(() => undefined);
    signal.throwIfAborted();
    const snapshot: unknown = await page.ariaSnapshotJSON({ mode: "ai", timeout: PAGE_ACTION_MS_MAX, signal });
    const { text, references } = toOutline(snapshot);
    this.#references = references;
    const notes = this.#notes.splice(0);
    return { url: page.url(), title: toOneLine(await page.title(), PAGE_LABEL_CHARS_MAX), outline: text, notes };
  }

  async #newPage(path: string, signal: AbortSignal): Promise<Page> {
    const known = this.#page;
    if (known !== undefined && !known.isClosed() && this.isRunning) return known;
    if (!this.isRunning) await this.#start(path, signal);
    const page = await this.#context?.newPage();
    if (page === undefined) throw new Error("The browser was closed in the meantime");
    this.#page = page;
    return page;
  }

  async #start(path: string, signal: AbortSignal): Promise<void> {
    await this.close();
    const { destinations, isGuarded } = this.#options;
    if (isGuarded) {
      this.#proxy = await startGuardedProxy({
        destinations,
        connectionsMax: PROXY_CONNECTIONS_MAX,
        idleMsMax: PROXY_IDLE_MS_MAX,
        onRefused: (why) => this.#note(`Blocked: ${why}`),
      });
    }
    this.#running = await launchChromium({ path, proxyPort: this.#proxy?.port, signal });
    const context = await this.#running.browser.newContext({ viewport: VIEWPORT, acceptDownloads: false });
    context.setDefaultTimeout(PAGE_ACTION_MS_MAX);
    context.on("page", (page) => this.#adopt(context, page));
    this.#context = context;
  }

  /** Switches to a newly opened page, because the model has no action for switching. */
  #adopt(context: BrowserContext, page: Page): void {
    this.#page = page;
    page.on("dialog", (dialog) => {
      this.#note(
        `The page showed a dialog (${dialog.type()}), which was dismissed: ${toOneLine(dialog.message(), PAGE_LABEL_CHARS_MAX)}`,
      );
      void dialog.dismiss().catch(() => undefined);
    });
    page.on("download", (download) =>
      this.#note(`A download was blocked: ${toOneLine(download.url(), PAGE_LABEL_CHARS_MAX)}`),
    );
    page.once("close", () => {
      if (this.#page === page) this.#page = context.pages().at(-1);
    });
    const [oldest] = context.pages();
    if (context.pages().length > BROWSER_PAGES_MAX) void oldest?.close().catch(() => undefined);
  }

  #note(note: string): void {
    if (this.#notes.length < BROWSER_NOTES_MAX && !this.#notes.includes(note)) this.#notes.push(note);
  }
}

/** Closes a page that cannot be stopped, so that the next action starts with a new one. */
async function stopLoading(page: Page): Promise<void> {
  try {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Page.stopLoading");
    await devtools.detach();
  } catch {
    await page.close().catch(() => undefined);
  }
}
