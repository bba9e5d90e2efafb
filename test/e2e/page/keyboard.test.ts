// Everything by keyboard: the command palette, the keys and their help, the regions.
import { CHROMIUM } from "@parley/test-support/browser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

describe.skipIf(CHROMIUM === undefined)("the page by keyboard", () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
    for (const name of ["Alpha", "Beta", "Gamma"]) await at.createSession({ agent: "script", name });
  });

  afterAll(() => at[Symbol.asyncDispose]());

  it("opens a session, an action and a theme from the command palette", async () => {
    const page = await at.open();
    const palette = page.getByRole("dialog", { name: "Command palette" });
    const run = async (words: string): Promise<void> => {
      await page.keyboard.press("Control+k");
      await palette.getByRole("combobox").fill(words);
      await page.keyboard.press("Enter");
    };
    await page.getByRole("link", { name: "Beta" }).waitFor();
    await run("beta");
    await page.getByRole("heading", { level: 1, name: "Beta" }).waitFor();
    expect(await palette.count()).toBe(0);
    await run("rename");
    await page.getByRole("dialog", { name: "Rename the session" }).getByLabel("Name").fill("Delta");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Delta" }).waitFor();
    await run("theme high");
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset["theme"])).toBe("contrast");
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("zzzz");
    await palette.getByText("No command found").waitFor();
    await page.keyboard.press("Escape");
    expect(await palette.count()).toBe(0);
  });

  it("shows the keys, and does not take them while somebody types", async () => {
    const page = await at.open();
    await page.getByRole("link", { name: "Gamma" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Command palette").waitFor();
    await page.keyboard.press("Escape");
    // As with Caps Lock.
    await page.keyboard.press("N");
    await page.getByRole("dialog", { name: "New session" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    await page.keyboard.type("n?c");
    expect(await page.getByRole("searchbox", { name: "Search sessions" }).inputValue()).toBe("n?c");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("goes through sessions with j and k, and through regions with F6", async () => {
    const page = await at.open();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    await page.getByRole("link", { name: "Gamma" }).focus();
    await page.keyboard.press("K");
    await expect.poll(focused).toContain("Delta");
    await page.keyboard.press("j");
    await expect.poll(focused).toContain("Gamma");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Gamma" }).waitFor();
    const region = () =>
      page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-region]")?.dataset["region"]);
    expect(await region()).toBe("Sessions");
    await page.keyboard.press("F6");
    expect(await region()).toBe("Conversation");
    await page.keyboard.press("Shift+F6");
    expect(await region()).toBe("Sessions");
    expect(await focused()).toContain("Gamma");
    expect(at.complaints).toEqual([]);
  });
});
