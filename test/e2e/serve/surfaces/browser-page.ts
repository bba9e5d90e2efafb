// The page of examples/ in Chromium, bundled and served as its comment says.
import { context, type BuildContext } from "esbuild";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type Locator, type Page } from "playwright-core";
import { root } from "../../../repository/workspaces.ts";
import type { Served } from "../served.ts";
import { SeenBySurface, type Surface, type SurfaceName } from "./surface.ts";

const PLACES = [process.env["CHROME_PATH"] ?? "", "/usr/bin/chromium", "/usr/bin/google-chrome"];
const WAIT_MS = 60_000;

/** Undefined where there is no Chromium. */
export const chromiumPath = PLACES.find((path) => path !== "" && existsSync(path));

export interface PageHost extends AsyncDisposable {
  /** Where the page is served: an origin that the server has to allow. */
  readonly origin: string;
  open(server: Served, sessionId: string): Promise<Surface>;
}

export async function openPageHost(): Promise<PageHost> {
  const examples = join(root, "examples");
  const bundler: BuildContext = await context({
    entryPoints: [join(examples, "page.js")],
    bundle: true,
    outdir: examples,
    write: false,
    logLevel: "silent",
  });
  const { port } = await bundler.serve({ host: "127.0.0.1", port: 0, servedir: examples });
  const origin = `http://127.0.0.1:${port}`;
  // As root, and in a container, Chromium starts only without its sandbox.
  const browser: Browser = await chromium.launch({ executablePath: chromiumPath ?? "", args: ["--no-sandbox"] });
  return {
    origin,
    async open({ url, token }, sessionId) {
      const page = await browser.newPage();
      const place = new URLSearchParams({ url, token, session: sessionId });
      await page.goto(`${origin}/page.html#${place.toString()}`);
      return new BrowserPage(page);
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await bundler.dispose();
    },
  };
}

class BrowserPage implements Surface {
  readonly name = "page";
  readonly #page: Page;
  readonly #decisions = new SeenBySurface();

  constructor(page: Page) {
    this.#page = page;
  }

  async prompt(text: string): Promise<void> {
    const field = this.#page.getByRole("textbox", { name: "Prompt" });
    await field.fill(text);
    await field.press("Enter");
  }

  async allow(): Promise<void> {
    await this.#page.getByRole("button", { name: "Allow once" }).click({ timeout: WAIT_MS });
  }

  seesPrompt(text: string, by: SurfaceName): Promise<void> {
    return shows(this.#page.getByText(`${by}: ${text}`, { exact: true }));
  }

  seesAnswer(text: string): Promise<void> {
    return shows(this.#page.getByText(text, { exact: true }));
  }

  seesQuestion(): Promise<void> {
    return shows(this.#page.getByRole("button", { name: "Allow once" }));
  }

  seesDecision(by: SurfaceName): Promise<void> {
    const decisions = this.#page.getByText(`${by} answered: Allow once`, { exact: true });
    return shows(decisions.nth(this.#decisions.next(by) - 1));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#page.close();
  }
}

function shows(locator: Locator): Promise<void> {
  return locator.waitFor({ timeout: WAIT_MS });
}
