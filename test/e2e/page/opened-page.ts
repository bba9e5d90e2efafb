// The page of a real server in a real browser, signed in by the link that the server prints.
import { openBrowser } from "@parley/test-support/browser";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { openPlace, type Place, type RunOptions } from "../run-parley.ts";
import { serve, type Served } from "../serve/served.ts";

export interface PagePlace extends AsyncDisposable {
  readonly place: Place;
  readonly served: Served;
  readonly browser: Browser;
  /** What pages reported since the start: uncaught errors, and what the policy refused. */
  readonly complaints: readonly string[];
  /** A browser of another person: its own cookies, signed in, with the server's token unless another key is given. */
  open(options?: BrowserContextOptions, token?: string): Promise<Page>;
  /** Creates a session in the folder to work in, and returns its id. */
  createSession(fields?: object): Promise<string>;
}

/** For many tests of one file: they share the server and the browser. */
export async function openPagePlace(
  args: readonly string[] = [],
  { config, ...options }: RunOptions & { readonly config?: object } = {},
): Promise<PagePlace> {
  const place = await openPlace();
  if (config !== undefined) await writeFile(join(place.home, "config.json"), JSON.stringify(config), { mode: 0o600 });
  const served = await serve(place, args, options);
  const browser = await openBrowser();
  const complaints: string[] = [];
  const contexts: BrowserContext[] = [];
  return {
    place,
    served,
    browser,
    complaints,
    async open(more, token = served.token) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...more });
      contexts.push(context);
      const page = await context.newPage();
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => {
        if (/Content Security Policy|Trusted Type/.test(message.text())) complaints.push(message.text());
      });
      await page.goto(`${served.url}/?token=${token}`);
      return page;
    },
    async createSession(fields = {}) {
      const response = await fetch(`${served.url}/sessions`, {
        method: "POST",
        headers: { authorization: `Bearer ${served.token}`, "content-type": "application/json" },
        body: JSON.stringify({ working_dir: place.work, ...fields }),
      });
      const { id } = (await response.json()) as { readonly id: string };
      return id;
    },
    async [Symbol.asyncDispose]() {
      for (const context of contexts) await context.close();
      await browser.close();
      await served[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}
