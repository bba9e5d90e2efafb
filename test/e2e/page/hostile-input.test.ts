// What comes from outside the conversation and is not what it should be: titles, names, tokens, cookies, other origins.
import { CHROMIUM } from "@parley/test-support/browser";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations, isTooWide } from "./accessibility.ts";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

const OVERRIDE = "\u202e";
const LONG_CHARS = 1024 * 1024;
/** What the list shows of a title may be cut, but its element is not a megabyte. */
const SHOWN_CHARS_MAX = 2_000;
/** Of a piece of text on the page; the longest are parts of an answer. */
const TEXT_CHARS_MAX = 20_000;
const NAME = `<img src=x onerror="window.hurt=1">${OVERRIDE}gpj.exe`;
/** What each view shows when it is there. */
const VIEWS: Readonly<Record<string, (panel: Locator) => Locator>> = {
  "/changes": (panel) => panel.getByText("No files changed yet."),
  "/map": (panel) => panel.getByRole("application"),
  "/timeline": (panel) => panel.getByRole("table"),
  "/traffic": (panel) => panel.getByRole("region", { name: "Messages" }).getByRole("button"),
  "/details": (panel) => panel.getByRole("heading", { name: "Agent" }),
};
const PAGES = ["/", "/agents", "/activity", "/usage", "/rules", "/recipes", "/guide", "/inbox"];

describe.skipIf(CHROMIUM === undefined)("hostile input", { timeout: 120_000 }, () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
  });

  afterAll(() => at[Symbol.asyncDispose]());

  async function prompt(id: string, text: string): Promise<void> {
    const { served } = at;
    const response = await served.fetch(`/sessions/${id}/reply`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ user_message: text }),
    });
    if (!response.ok) throw new Error(`The prompt was refused: ${await response.text()}`);
  }

  const connection = (page: Page, state: string) => page.getByRole("status").filter({ hasText: state }).first();

  it("is a title: HTML, reordering and control characters are text, and 1 MB is cut", async () => {
    const html = await at.createSession({ agent: "script", name: '<img src=x onerror="document.title=1">' });
    const reordered = await at.createSession({ agent: "script" });
    await prompt(reordered, `title safe${OVERRIDE}gpj.exe \u0007bell`);
    const long = await at.createSession({ agent: "script" });
    await prompt(long, `title ${"t".repeat(LONG_CHARS)}\nsay Titled.`);
    const page = await at.open();
    const list = page.getByRole("navigation", { name: "Sessions" });
    await list.getByText("<img src=x onerror=").waitFor();
    for (const id of [html, reordered, long]) {
      await page.goto(`${at.served.url}/#/sessions/${id}`);
      await page.getByRole("textbox", { name: "Message" }).waitFor();
      expect(await isTooWide(page)).toBe(false);
    }
    await page.getByRole("log").getByText("Titled.", { exact: true }).waitFor();
    const shown = await list.innerText();
    expect(shown).not.toContain(OVERRIDE);
    expect(shown).not.toContain("\u0007");
    for (const link of await list.getByRole("link").all()) {
      expect((await link.innerText()).length).toBeLessThan(SHOWN_CHARS_MAX);
    }
    expect(await page.title()).not.toContain(OVERRIDE);
    expect((await page.title()).length).toBeLessThan(SHOWN_CHARS_MAX);
    expect(await page.locator("img[src=x]").count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    expect(at.complaints).toEqual([]);
  });

  /** What of the name is more than text on the page, or too long. */
  const findHarm = (page: Page): Promise<readonly string[]> =>
    page.evaluate(
      ([override, charsMax]) => {
        const harm: string[] = [];
        if ("hurt" in window) harm.push("a script ran");
        if (document.querySelector("img[src=x]") !== null) harm.push("an element was made");
        if (document.title.includes(override)) harm.push("the title is reordered");
        for (const { textContent } of document.querySelectorAll("[role=alert]")) harm.push(`failed: ${textContent}`);
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
          const { textContent: text, parentElement } = node;
          if (text?.includes(override)) harm.push(`reordered: ${parentElement?.className}`);
          if ((text?.length ?? 0) > charsMax) harm.push(`too long: ${parentElement?.className}`);
        }
        return harm;
      },
      [OVERRIDE, TEXT_CHARS_MAX] as const,
    );

  it("is an agent that gives everything a name of 100 kB with HTML and reordering characters", async () => {
    const args = [join(import.meta.dirname, "naming-agent.mjs"), NAME, String(LONG_CHARS / 10)];
    const id = await at.createSession({ launch: { command: process.execPath, args } });
    await prompt(id, NAME);
    const page = await at.open();
    const main = page.getByRole("main");
    const harm: string[] = [];
    const look = async (path: string): Promise<void> => {
      await page.goto(`${at.served.url}/#${path}`);
      const seen = VIEWS[path.slice(path.lastIndexOf("/"))];
      await (seen === undefined ? main : seen(page.getByRole("tabpanel"))).first().waitFor();
      harm.push(...(await findHarm(page)).map((found) => `${path}: ${found}`));
      if (await isTooWide(page)) harm.push(`${path}: wider than the screen`);
    };
    await page.goto(`${at.served.url}/#/sessions/${id}`);
    await main.getByRole("group", { name: /^Permission: / }).waitFor();
    for (const view of Object.keys(VIEWS)) await look(`/sessions/${id}${view}`);
    await main
      .getByRole("group", { name: /^Permission: / })
      .getByRole("button")
      .first()
      .click();
    await main.getByRole("form").getByRole("button", { name: "Decline" }).click();
    await page.getByRole("link", { description: /^failed/ }).waitFor();
    for (const path of [`/sessions/${id}`, ...PAGES, `/sessions/${encodeURIComponent(`../${NAME}`)}`]) await look(path);
    expect(harm).toEqual([]);
    expect(at.complaints).toEqual([]);
  });

  it("is a page of another server on this machine: it cannot read, send, connect, frame or find the token", async () => {
    const page = await at.open();
    await connection(page, "Connected").waitFor();
    const visited = await (await page.context().newCDPSession(page)).send("Page.getNavigationHistory");
    expect(JSON.stringify(visited.entries.map((entry) => entry.url))).not.toContain(at.served.token);
    const other = createServer((_, response) => response.setHeader("content-type", "text/html").end("<p>Other</p>"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const count = async () =>
      ((await (await at.served.fetch("/sessions")).json()) as { sessions: unknown[] }).sessions.length;
    const before = await count();
    const foreign = await page.context().newPage();
    await foreign.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    const reached = await foreign.evaluate(async (url) => {
      const send = (init: RequestInit): Promise<string> =>
        fetch(`${url}/sessions`, { credentials: "include", ...init }).then(
          (response) => response.type,
          () => "refused",
        );
      const socket = new globalThis.WebSocket(`${url.replace("http", "ws")}/acp`);
      const connected = new Promise<string>((resolve) => {
        socket.addEventListener("open", () => resolve("open"));
        socket.addEventListener("error", () => resolve("refused"));
      });
      const frame = document.createElement("iframe");
      frame.src = url;
      const isFramed = new Promise<void>((resolve) => frame.addEventListener("load", () => resolve()));
      document.body.append(frame);
      await isFramed;
      return {
        read: await send({}),
        sent: await send({ method: "POST", headers: { "content-type": "application/json" }, body: "{}" }),
        blind: await send({ method: "POST", mode: "no-cors", body: "{}" }),
        socket: await connected,
      };
    }, at.served.url);
    expect(reached).toEqual({ read: "refused", sent: "refused", blind: "opaque", socket: "refused" });
    expect(foreign.frames().map((frame) => frame.url())).not.toContain(`${at.served.url}/`);
    expect(await count()).toBe(before);
    await foreign.close();
    await new Promise((resolve) => other.close(resolve));
  });

  it("is a token: a wrong one is refused in words, in the link and when it is pasted", async () => {
    const page = await at.open({}, "not-the-token");
    await page.getByRole("heading", { name: "Sign in to Parley" }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel("Token").fill("still-not-the-token");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Sign in to Parley" }).waitFor();
    await page.getByLabel("Token").fill(at.served.token);
    await page.getByRole("button", { name: "Sign in" }).click();
    await connection(page, "Connected").waitFor();
    expect(page.url()).not.toContain(at.served.token);
  });

  it("is a cookie: one that is not the server's, or no longer, signs out", async () => {
    const page = await at.open();
    await connection(page, "Connected").waitFor();
    const context = page.context();
    const [cookie] = await context.cookies();
    if (cookie === undefined) throw new Error("The page has no cookie");
    await context.addCookies([{ ...cookie, value: `${cookie.value.slice(0, -4)}AAAA` }]);
    await page.reload();
    await page.getByRole("heading", { name: "Sign in to Parley" }).waitFor();
    expect(await page.getByRole("navigation", { name: "Sessions" }).count()).toBe(0);
  });
});
