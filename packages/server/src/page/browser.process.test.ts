// The server's pages in a real browser, on a screen as wide as a phone's.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { existsSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PLACES = [
  process.env["CHROME_PATH"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/usr/bin/chromium-browser",
];
const executablePath = PLACES.find((path) => path !== "" && existsSync(path));

describe.skipIf(executablePath === undefined)("in a browser", { timeout: 90_000 }, () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    server = await openTestServer();
    // As root, and in a container, Chromium starts only without its sandbox.
    browser = await chromium.launch({ executablePath: executablePath ?? "", args: ["--no-sandbox"] });
    page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  }, 90_000);
  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
  });

  const isTooWide = (): Promise<boolean> =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

  it("shows how to sign in when the token in the link is wrong, and signs in with the right one", async () => {
    const refused = await page.goto(`${server.url}/?token=wrong`);
    expect(refused?.status()).toBe(401);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Sign in to Parley");
    expect(await page.getByRole("alert").textContent()).toContain("The token in the link is not valid");
    expect(await isTooWide()).toBe(false);
    await page.goto(`${server.url}/?token=${server.token}`);
    expect(page.url()).toBe(`${server.url}/`);
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await isTooWide()).toBe(false);
  });

  it("shows the documentation within the screen, everything opened", async () => {
    await page.goto(`${server.url}/?token=${server.token}`);
    await page.goto(`${server.url}/docs`);
    expect(await isTooWide()).toBe(false);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    expect(await isTooWide()).toBe(false);
  });

  it("says when nothing in the documentation fits the filter", async () => {
    await page.goto(`${server.url}/?token=${server.token}`);
    await page.goto(`${server.url}/docs`);
    const filter = page.getByRole("searchbox", { name: "Filter" });
    await filter.fill("zebra");
    expect(await page.getByRole("status").textContent()).toContain("No results for “zebra”");
    expect(await page.locator("main > section:visible").count()).toBe(0);
    await filter.fill("fork");
    expect(await page.getByRole("status").isVisible()).toBe(false);
    expect(await page.locator(".route:visible code", { hasText: "/sessions/{id}/fork" }).first().isVisible()).toBe(
      true,
    );
    expect(await page.getByRole("heading", { name: "Sessions" }).isVisible()).toBe(true);
    expect(await page.getByRole("heading", { name: "Recipes" }).isVisible()).toBe(false);
  });
});

it("answers a program with a wrong token in the address in JSON", async () => {
  await using server = await openTestServer({ dialects: [] });
  const response = await fetch(`${server.url}/?token=wrong`);
  expect([response.status, await response.json()]).toMatchObject([401, { code: "unauthorized" }]);
});
