// The page Connect: how clients connect, what the server has to do, and what is missing.
import { CHROMIUM } from "@parley/test-support/browser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations, isTooWide } from "./accessibility.ts";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

describe.skipIf(CHROMIUM === undefined)("the page Connect", { timeout: 120_000 }, () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
  });

  afterAll(() => at[Symbol.asyncDispose]());

  it("shows the address, how to read the token, and every protocol, but never the token itself", async () => {
    const page = await at.open();
    await page.goto(`${at.served.url}/#/connect`);
    await page.getByRole("heading", { level: 1, name: "Connect" }).waitFor();
    await page.getByRole("group", { name: "Address" }).getByText(at.served.url, { exact: true }).waitFor();
    const terminal = page.getByRole("article", { name: "Terminal" });
    expect(await terminal.getByRole("group", { name: "Chat" }).textContent()).toBe(
      `parley chat --server ${at.served.url}`,
    );
    expect(await page.getByRole("group", { name: "WebSocket" }).textContent()).toMatch(/^ws:.*\/acp$/);
    expect(await page.getByRole("group", { name: "Token" }).textContent()).toContain("/token");
    expect(await page.content()).not.toContain(at.served.token);
    expect(at.complaints).toEqual([]);
  });

  it("says that no model is configured, and how to add one", async () => {
    const page = await at.open();
    await page.goto(`${at.served.url}/#/connect`);
    expect(await page.getByRole("note").textContent()).toMatch(/^No model is configured.*parley agent login/);
  });

  it("copies a command", async () => {
    const page = await at.open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.goto(`${at.served.url}/#/connect`);
    await page.getByRole("button", { name: "Copy: Chat" }).click();
    await page.getByRole("button", { name: "Copy: Chat" }).getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`parley chat --server ${at.served.url}`);
  });

  it("copies a command where the browser gives no access to its clipboard, as over http from another machine", async () => {
    const page = await at.open({ permissions: ["clipboard-read", "clipboard-write"] });
    await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await page.goto(`${at.served.url}/#/connect`);
    await page.reload();
    await page.getByRole("button", { name: "Copy: One prompt" }).click();
    await page.getByRole("button", { name: "Copy: One prompt" }).getByText("Copied").waitFor();
    const search = page.getByRole("searchbox", { name: "Search sessions" });
    await search.press("Control+v");
    expect(await search.inputValue()).toContain(`run --server ${at.served.url}`);
    expect(at.complaints).toEqual([]);
  });

  it("fits a phone, and axe finds nothing in any theme", async () => {
    const page = await at.open({ viewport: { width: 390, height: 844 } });
    await page.goto(`${at.served.url}/#/connect`);
    await page.getByRole("article", { name: "Terminal" }).waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(await findViolations(page)).toEqual([]);
  });
});
