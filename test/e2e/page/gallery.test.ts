// The gallery: every state of every component opens without an error, and axe finds nothing in any theme.
import { CHROMIUM, openBrowser } from "@parley/test-support/browser";
import { createTempFolder } from "@parley/test-support";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { build, preview, type PreviewServer } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../repository/workspaces.ts";
import { findViolations } from "./accessibility.ts";

describe.skipIf(CHROMIUM === undefined)("the gallery", () => {
  let folder: Awaited<ReturnType<typeof createTempFolder>>;
  let server: PreviewServer;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    folder = await createTempFolder();
    const configFile = join(root, "packages/chat-ui/gallery/vite.config.ts");
    const built = { outDir: folder.file("gallery"), emptyOutDir: true };
    await build({ configFile, logLevel: "silent", build: built });
    server = await preview({ configFile, logLevel: "silent", build: built, preview: { port: 0, host: "127.0.0.1" } });
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => {
      if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
    });
    await page.goto(server.resolvedUrls?.local[0] ?? "");
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
    await folder[Symbol.asyncDispose]();
  });

  it("shows every state without an error, and accessibly", { timeout: 300_000 }, async () => {
    const links = page.getByRole("navigation", { name: "States" }).getByRole("link");
    const count = await links.count();
    expect(count).toBeGreaterThan(5);
    const found: string[] = [];
    for (let at = 0; at < count; at += 1) {
      await links.nth(at).click();
      const name = await links.nth(at).innerText();
      found.push(...(await findViolations(page, "main")).map((violation) => `${name}: ${violation}`));
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("shows what a component asks of its port", async () => {
    await page.getByRole("link", { name: "A whole session" }).click();
    const prompt = page.getByRole("article", { name: "You" });
    await prompt.hover();
    for (const name of ["Edit and resend", "Fork here", "Rewind here"])
      await prompt.getByRole("button", { name }).click();
    const calls = await page.getByRole("region", { name: "Calls" }).innerText();
    expect(calls).toMatch(/editAndResend\(.*\n*forkAt\(.*\n*rewindTo\(/s);
  });
});
