// The page Usage: what turns have used, narrowed down by pressing bars.
import { CHROMIUM } from "@parley/test-support/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations, isTooWide } from "./accessibility.ts";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

describe.skipIf(CHROMIUM === undefined)("the page Usage", { timeout: 180_000 }, () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
  });

  afterAll(() => at[Symbol.asyncDispose]());

  async function show(options?: Parameters<PagePlace["open"]>[0]): Promise<Page> {
    const page = await at.open(options);
    await page.goto(`${at.served.url}/#/usage`);
    await page.getByRole("heading", { level: 1, name: "Usage" }).waitFor();
    return page;
  }

  async function use(agent: string): Promise<void> {
    const headers = { authorization: `Bearer ${at.served.token}`, "content-type": "application/json" };
    const body = JSON.stringify({ user_message: "say hello", agent, working_dir: at.place.work });
    await (await fetch(`${at.served.url}/reply`, { method: "POST", headers, body })).text();
  }

  it("says that nothing was used, then shows turns as they end, and narrows down to what is behind a bar", async () => {
    const page = await show();
    await page.getByText("No usage in this period").waitFor();
    await use("script");
    await use("script");
    await use("qa");
    const agents = page.getByRole("list", { name: "tokens by agent" });
    await agents.getByRole("button", { name: /script/ }).waitFor();
    await page.getByRole("group", { name: "Measure" }).getByRole("button", { name: "turns" }).click();
    await page.getByRole("button", { name: /: 3 turns$/ }).waitFor();
    await page
      .getByRole("list", { name: "turns by agent" })
      .getByRole("button", { name: /script 2 turns/ })
      .click();
    const table = page.getByRole("table", { name: "Usage" });
    await expect.poll(() => table.getByRole("row").count()).toBe(2);
    expect(await table.textContent()).not.toContain("qa");
    // The scripted agent reports no tokens.
    expect(await table.getByRole("row").last().getByRole("cell").nth(8).textContent()).toBe("");
    await page.getByRole("button", { name: /agent: script.*show every agent/ }).click();
    await expect.poll(() => table.getByRole("row").count()).toBe(3);
    await page.getByRole("button", { name: /: 3 turns$/ }).press("Enter");
    await page.getByRole("group", { name: "Filters" }).waitFor();
    expect(await findViolations(page, "main")).toEqual([]);
    expect(at.complaints).toEqual([]);
  });

  it("fits a phone", async () => {
    const page = await show({ viewport: { width: 390, height: 844 } });
    await page.getByRole("table", { name: "Usage" }).waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(await findViolations(page, "main")).toEqual([]);
  });
});
