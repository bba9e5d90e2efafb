// The server's pages in a real browser with the width of a phone, and their figures while a turn runs.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { existsSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSmallDialect } from "../testing/small-dialect.ts";

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
    expect(await page.getByRole("alert").textContent()).toContain("The token is not valid");
    expect(await isTooWide()).toBe(false);
    await page.goto(`${server.url}/?token=${server.token}`);
    expect(page.url()).toBe(`${server.url}/`);
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await isTooWide()).toBe(false);
  });

  it.each(["the token", "the whole link"])("signs in by pasting %s", async (what) => {
    const context = await browser.newContext();
    const own = await context.newPage();
    await own.goto(server.url);
    const paste = async (text: string): Promise<void> => {
      await own.getByLabel("Token").fill(text);
      await own.getByRole("button", { name: "Sign in" }).click();
    };
    await paste("not-the-token");
    expect(await own.getByRole("alert").textContent()).toContain("The token is not valid");
    await paste(what === "the token" ? ` ${server.token} ` : `${server.url}/?token=${server.token}`);
    await own.waitForURL(`${server.url}/`);
    expect(await own.getByLabel("Token").count()).toBe(0);
    await context.close();
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

  it("reports a filter without results in the documentation", async () => {
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

it("answers a program with a wrong token in the URL in JSON", async () => {
  await using server = await openTestServer({ dialects: [] });
  const response = await fetch(`${server.url}/?token=wrong`);
  expect([response.status, await response.json()]).toMatchObject([401, { code: "unauthorized" }]);
});

it("counts turns, questions, streams and events", async () => {
  const dialect = createSmallDialect();
  await using server = await openTestServer({ dialects: [dialect.create] });
  const read = async (): Promise<string> => (await server.fetch("/metrics")).text();
  const { hub } = server;
  const session = await hub.sessions.create({ agent: "script" });
  const turn = await hub.turns.start({ sessionId: session.id, prompt: [{ type: "text", text: "ask Go on?" }] });
  await hub.turns.settled(turn.id);
  const controller = new AbortController();
  await server.fetch("/small/events", { signal: controller.signal });
  (await dialect.nextStream()).sendAll([{ data: "1" }, { data: "2" }]);

  const during = await read();
  expect(during).toContain('parley_turns_open{state="awaiting",agent="script"} 1');
  expect(during).toContain("parley_interactions_pending 1");
  expect(during).toContain("parley_event_streams_open 1");
  expect(during).toContain("parley_events_delivered_total 2");

  await hub.turns.cancel(turn.id);
  await hub.turns.ended(turn.id);
  controller.abort();
  const after = await read();
  expect(after).toContain('parley_turns_total{state="cancelled",agent="script"} 1');
  expect(after).toContain('parley_turns_open{state="awaiting",agent="script"} 0');
  expect(after).toContain("parley_interactions_pending 0");
});
