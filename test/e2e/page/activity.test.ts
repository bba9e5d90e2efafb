// The page Activity: turns of all sessions as they run, wait and end, and cancelling one.
import { CHROMIUM } from "@parley/test-support/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations, isTooWide } from "./accessibility.ts";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

describe.skipIf(CHROMIUM === undefined)("the page Activity", { timeout: 180_000 }, () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
  });

  afterAll(() => at[Symbol.asyncDispose]());

  async function show(options?: Parameters<PagePlace["open"]>[0]): Promise<Page> {
    const page = await at.open(options);
    await page.goto(`${at.served.url}/#/activity`);
    await page.getByRole("heading", { level: 1, name: "Activity" }).waitFor();
    return page;
  }

  async function prompt(id: string, text: string): Promise<void> {
    const headers = { authorization: `Bearer ${at.served.token}`, "content-type": "application/json" };
    const body = JSON.stringify({ user_message: text });
    await fetch(`${at.served.url}/sessions/${id}/reply`, { method: "POST", headers, body });
  }

  it("says that nothing is running, then shows turns of several sessions, and cancels them", async () => {
    const page = await show();
    await page.getByText("Nothing is running").waitFor();
    await page.getByText("No turn has ended yet").waitFor();
    const [waits, runs] = [
      await at.createSession({ agent: "script", name: "Waits for me" }),
      await at.createSession({ agent: "script", name: "Runs long" }),
    ];
    await prompt(waits, "ask Go on?");
    await prompt(runs, "wait 600000");
    await prompt(runs, "say later");
    const needs = page.getByRole("region", { name: "Needs you" });
    await needs.getByRole("link", { name: "Waits for me" }).waitFor();
    const running = page.getByRole("region", { name: "Running" });
    await running.getByRole("link", { name: "Runs long" }).waitFor();
    await page.getByRole("region", { name: "Queued" }).getByRole("link", { name: "Runs long" }).waitFor();
    expect(await findViolations(page, "main")).toEqual([]);
    await running.getByRole("button", { name: "Cancel the turn of Runs long" }).click();
    const ended = page.getByRole("table", { name: "Ended turns" });
    await ended.getByRole("row", { name: /Runs long.*cancelled/ }).waitFor();
    await ended.getByRole("row", { name: /Runs long.*completed/ }).waitFor();
    await needs.getByRole("button", { name: "Cancel the turn of Waits for me" }).click();
    await page.getByText("Nothing is running").waitFor();
    await ended.getByRole("link", { name: "Waits for me" }).click();
    expect(page.url()).toContain(waits);
    expect(at.complaints).toEqual([]);
  });

  it("fits a phone", async () => {
    const page = await show({ viewport: { width: 390, height: 844 } });
    await page.getByRole("table", { name: "Ended turns" }).waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(await findViolations(page, "main")).toEqual([]);
  });
});
