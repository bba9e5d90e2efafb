// The page Settings: the theme, what this browser may do and remembers, and what the server was started with.
import { CHROMIUM } from "@parley/test-support/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations, isTooWide } from "./accessibility.ts";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

describe.skipIf(CHROMIUM === undefined)("the page Settings", { timeout: 180_000 }, () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace(["--level", "auto"]);
  });

  afterAll(() => at[Symbol.asyncDispose]());

  async function show(options?: Parameters<PagePlace["open"]>[0]): Promise<Page> {
    const page = await at.open(options);
    await page.goto(`${at.served.url}/#/settings`);
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    return page;
  }

  it("keeps the theme over a reload, and forgets it when asked to", async () => {
    const page = await show();
    const themeOf = (): Promise<string | null> => page.locator("html").getAttribute("data-theme");
    const themes = page.getByRole("group", { name: "Theme" });
    await themes.getByRole("button", { name: "Dark" }).click();
    expect(await themeOf()).toBe("dark");
    await page.reload();
    await themes.getByRole("button", { name: "Dark", pressed: true }).waitFor();
    expect(await themeOf()).toBe("dark");
    await page.getByRole("button", { name: "Clear…" }).click();
    await page.getByRole("button", { name: "Clear everything" }).click();
    await themes.getByRole("button", { name: "Same as the system", pressed: true }).waitFor();
    expect(at.complaints).toEqual([]);
  });

  it("says what the server was started with, where it comes from, and how to change it", async () => {
    const page = await show();
    const table = page.getByRole("table", { name: "Settings of the server" });
    const level = table.getByRole("row", { name: /^level/ });
    await level.waitFor();
    expect(await level.textContent()).toMatch(/auto.*flag or variable.*PARLEY_LEVEL/);
    expect(await table.getByRole("row", { name: /^sandbox/ }).textContent()).toMatch(/off.*default/);
    expect(await page.getByRole("group", { name: "File" }).textContent()).toContain("config.json");
    expect(await page.getByRole("group", { name: "Restart" }).textContent()).toBe("parley server restart");
    await page.getByText("Signed in with the server's token").waitFor();
    expect(await page.content()).not.toContain(at.served.token);
  });

  it("says whether the browser may show notifications", async () => {
    const page = await show({ permissions: ["notifications"] });
    const region = page.getByRole("region", { name: "Notifications" });
    expect(await region.getByRole("status").textContent()).toMatch(/^On\./);
    expect(await region.getByRole("button").count()).toBe(0);
  });

  it("shows the keys", async () => {
    const page = await show();
    await page.getByRole("button", { name: "Show all keys" }).click();
    await page.getByRole("dialog").waitFor();
    expect(at.complaints).toEqual([]);
  });

  it("fits a phone, and axe finds nothing in any theme", async () => {
    const page = await show({ viewport: { width: 390, height: 844 } });
    await page.getByRole("table", { name: "Settings of the server" }).waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(await findViolations(page, "main")).toEqual([]);
  });
});
