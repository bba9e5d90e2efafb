// The map beside a conversation: what an agent does to the files of a folder, live, as a table, and at any moment before.
import { CHROMIUM } from "@parley/test-support/browser";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

describe.skipIf(CHROMIUM === undefined)("the map", { timeout: 120_000 }, () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
    mkdirSync(at.place.file("src"));
    writeFileSync(at.place.file("src/cart.ts"), "x".repeat(4_000));
    writeFileSync(at.place.file("src/money.ts"), "x".repeat(2_000));
    writeFileSync(at.place.file("src/large.ts"), `start${"x".repeat(20_000)}`);
    writeFileSync(at.place.file("README.md"), "x".repeat(1_000));
  });

  afterAll(() => at[Symbol.asyncDispose]());

  async function prompt(page: Page, text: string): Promise<void> {
    await page.getByRole("textbox", { name: "Message" }).fill(text);
    await page.keyboard.press("Enter");
  }

  it("shows what was read and written as it happens, and as it was before", async () => {
    const id = await at.createSession({ agent: "script", level: "bypass" });
    const page = await at.open();
    await page.goto(`${at.served.url}/#/sessions/${id}/map`);
    const map = page.getByRole("application", { name: /^Map of / });
    await map.waitFor();
    await prompt(page, "read src/money.ts\nwrite src/cart.ts hello\nsay finished");
    const row = (path: string) => map.getByRole("row").filter({ has: page.getByText(path, { exact: true }) });
    await expect
      .poll(() => row("src/cart.ts").getByRole("cell").allTextContents())
      .toEqual(expect.arrayContaining(["0", "1"]));
    await expect
      .poll(() => row("src/money.ts").getByRole("cell").allTextContents())
      .toEqual(expect.arrayContaining(["1", "0"]));
    await expect.poll(() => colours(page)).toEqual(expect.arrayContaining(["read", "written"]));

    const slider = page.getByRole("slider", { name: "Time" });
    await slider.focus();
    await page.keyboard.press("Home");
    await expect.poll(() => map.getByRole("row").count()).toBe(1);
    await expect.poll(() => colours(page)).toEqual([]);
    await page.getByRole("button", { name: "Live" }).click();
    await expect.poll(() => map.getByRole("row").count()).toBe(3);
    expect(at.complaints).toEqual([]);
  });

  it("shows a file that an agent read without a tool call", async () => {
    const launch = { command: process.execPath, args: [join(import.meta.dirname, "reading-agent.mjs")] };
    const id = await at.createSession({ launch, level: "bypass" });
    const page = await at.open();
    await page.goto(`${at.served.url}/#/sessions/${id}/map`);
    await prompt(page, at.place.file("src/money.ts"));
    await page.getByText("I have read it.", { exact: true }).waitFor();
    const map = page.getByRole("application", { name: /^Map of / });
    const row = map.getByRole("row").filter({ has: page.getByText("src/money.ts", { exact: true }) });
    await expect
      .poll(() => row.getByRole("cell").allTextContents(), { timeout: 20_000 })
      .toEqual(expect.arrayContaining(["1", "0"]));
  });

  it("is used with the keyboard: a file is chosen, its history opened, a folder zoomed into", async () => {
    const id = await at.createSession({ agent: "script", level: "bypass" });
    const page = await at.open();
    await page.goto(`${at.served.url}/#/sessions/${id}/map`);
    await prompt(page, "edit src/large.ts start => begin\nsay finished");
    const map = page.getByRole("application", { name: /^Map of / });
    await expect.poll(() => map.getByRole("row").count()).toBe(2);
    await map.focus();
    await page.keyboard.press("ArrowRight");
    await map.getByText(/^src\/large\.ts, /).waitFor();
    await page.keyboard.press("Enter");
    const history = page.getByRole("region", { name: "History of src/large.ts" });
    await history.getByText(/1 × written/).waitFor();
    await history
      .getByText(/turn 1, modified/)
      .first()
      .waitFor();
    await history.getByRole("button", { name: "Close" }).click();
    await map.focus();
    await page.keyboard.press("+");
    const way = page.getByRole("navigation", { name: "Shown folder" });
    await way.getByRole("button", { name: "src" }).waitFor();
    await page.keyboard.press("Backspace");
    await expect.poll(() => way.getByRole("button", { name: "src" }).count()).toBe(0);
    expect(at.complaints).toEqual([]);
  });

  it("shows all sessions of a folder together", async () => {
    const [one, two] = [
      await at.createSession({ agent: "script", level: "bypass" }),
      await at.createSession({ agent: "script" }),
    ];
    const page = await at.open();
    await page.goto(`${at.served.url}/#/sessions/${one}/map`);
    await prompt(page, "read README.md\nsay finished");
    const map = page.getByRole("application", { name: /^Map of / });
    await map.getByText("README.md", { exact: true }).waitFor({ state: "attached" });
    await page.goto(`${at.served.url}/#/sessions/${two}/map`);
    await map.waitFor();
    await expect.poll(() => map.getByRole("row").count()).toBe(1);
    await page.getByRole("combobox", { name: "Sessions on the map" }).selectOption("All sessions here");
    await map.getByText("README.md", { exact: true }).waitFor({ state: "attached" });
    expect(at.complaints).toEqual([]);
  });
});

/** Which of the colours of touched files are on the canvas. */
function colours(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = document.querySelector("canvas");
    const context = canvas?.getContext("2d");
    if (canvas === null || context === null || context === undefined) return [];
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const found = new Set<string>();
    for (let index = 0; index < data.length; index += 4) {
      const [red = 0, green = 0, blue = 0] = data.subarray(index, index + 3);
      if (blue - red > 60 && blue > green) found.add("read");
      if (green - red > 60 && green > blue) found.add("written");
    }
    return [...found];
  });
}
