// What comes from outside the conversation and is not what it should be: titles of sessions, tokens, cookies.
import { CHROMIUM } from "@parley/test-support/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations, isTooWide } from "./accessibility.ts";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

const OVERRIDE = "\u202e";
const LONG_CHARS = 1024 * 1024;
/** What the list shows of a title may be cut, but its element is not a megabyte. */
const SHOWN_CHARS_MAX = 2_000;

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
