// The composer of the page: what was not sent survives a reload, attachments, suggestions, and the queue.
import { CHROMIUM } from "@parley/test-support/browser";
import { writeFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const LONG_MS = 600_000;

describe.skipIf(CHROMIUM === undefined)("the composer of the page", () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
    await writeFile(at.place.file("cart.ts"), "export const cart = [];\n");
  });

  afterAll(() => at[Symbol.asyncDispose]());

  async function show(name = "Composing"): Promise<Page> {
    const id = await at.createSession({ agent: "script", name });
    const page = await at.open();
    await page.goto(`${at.served.url}/#/sessions/${id}`);
    await message(page).waitFor();
    return page;
  }

  const message = (page: Page): Locator => page.getByRole("textbox", { name: "Message" });
  const log = (page: Page): Locator => page.getByRole("log", { name: "Conversation" });
  const queue = (page: Page): Locator => page.getByRole("list", { name: "Queued prompts" });
  const chips = (page: Page): Locator => page.getByRole("list", { name: "Attachments" });

  async function send(page: Page, text: string): Promise<void> {
    await message(page).fill(text);
    await page.keyboard.press("Enter");
    await expect.poll(() => message(page).inputValue()).toBe("");
  }

  /** Puts a file on the clipboard, and pastes it. */
  async function paste(page: Page, file: { readonly name: string; readonly type: string; readonly base64: string }) {
    await message(page).evaluate((element, { name, type, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0);
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], name, { type }));
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, file);
  }

  it("offers symbols by their names, and sends where they are defined", async () => {
    const page = await show("Symbols");
    await writeFile(at.place.file("order.py"), "import os\n\ndef settle_order(order):\n    pass\n");
    await message(page).pressSequentially("say fix @settle");
    await page.getByRole("option", { name: /settle_order.*def in order\.py:3/ }).click();
    expect(await message(page).inputValue()).toBe("say fix settle_order in @order.py:3 ");
    await page.keyboard.press("Enter");
    const prompt = log(page).getByRole("article", { name: "You" });
    await prompt.getByText("order.py").first().waitFor();
  });

  it("keeps unsent text, attachments and the queue through a reload", async () => {
    const page = await show();
    await send(page, `wait ${LONG_MS}`);
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await send(page, "say queued");
    await queue(page).getByText("say queued").waitFor();
    await message(page).fill("half a thought");
    await paste(page, { name: "pixel.png", type: "image/png", base64: PIXEL });
    await chips(page).getByText("pixel.png").waitFor();
    await page.reload();
    await expect.poll(() => message(page).inputValue()).toBe("half a thought");
    await chips(page).getByText("pixel.png").waitFor();
    await queue(page).getByText("say queued").waitFor();
    expect(at.complaints).toEqual([]);
  });

  it("sends an image that was pasted, and refuses a file that only says it is one", async () => {
    const page = await show();
    await paste(page, { name: "fake.png", type: "image/png", base64: btoa("<script>alert(1)</script>") });
    await page.getByText("fake.png is not an image that can be sent").waitFor();
    await paste(page, { name: "noise.bin", type: "application/octet-stream", base64: btoa("\u0000\u0001\u00ff") });
    await page.getByText("noise.bin is neither an image nor text").waitFor();
    expect(await chips(page).count()).toBe(0);
    await paste(page, { name: "pixel.png", type: "image/png", base64: PIXEL });
    await chips(page).getByText("pixel.png").waitFor();
    await send(page, "say seen");
    await log(page).getByText("seen", { exact: true }).waitFor();
    expect(await chips(page).count()).toBe(0);
    expect(at.complaints).toEqual([]);
  });

  it("suggests files after @ and sends a link to the one that was chosen", async () => {
    const page = await show();
    await message(page).pressSequentially("say look at @car");
    await page.getByRole("option", { name: "cart.ts", exact: true }).waitFor();
    await page.keyboard.press("Enter");
    expect(await message(page).inputValue()).toBe("say look at @cart.ts ");
    await page.keyboard.press("Enter");
    await log(page).getByRole("article").last().getByText("look at @cart.ts").waitFor();
  });

  it("edits, reorders, withdraws and sends queued prompts now, in every window", async () => {
    const page = await show();
    const other = await at.open();
    await other.goto(page.url());
    await send(page, `wait ${LONG_MS}`);
    await page.getByRole("button", { name: "Stop" }).waitFor();
    for (const text of ["say one", "say two", "say three"]) await send(page, text);
    const items = (shown: Page) => queue(shown).getByRole("listitem");
    await expect.poll(() => items(other).count()).toBe(3);
    await items(other).nth(2).getByRole("button", { name: "Move up" }).click();
    await expect.poll(() => items(page).nth(1).textContent()).toContain("three");
    await items(page).nth(0).getByRole("button", { name: "Withdraw" }).click();
    await expect.poll(() => items(other).count()).toBe(2);
    await items(page).nth(0).getByRole("button", { name: "Edit queued prompt" }).click();
    await page.getByRole("textbox", { name: "Queued prompt" }).fill("say 3");
    await page.keyboard.press("Enter");
    await expect.poll(() => items(other).nth(0).textContent()).toContain("say 3");
    await items(other).nth(1).getByRole("button", { name: "Send now" }).click();
    await log(page).getByText("3", { exact: true }).waitFor();
    const said = await log(page).getByRole("article").allTextContents();
    const order = ["say two", "say 3"].map((text) => said.findIndex((one) => one.includes(text)));
    expect(order[0]).toBeLessThan(order[1] ?? 0);
    expect(said.join("\n")).not.toContain("say one");
    expect(at.complaints).toEqual([]);
  });

  it("stops a turn with Escape, goes back to earlier prompts, and changes the approval level", async () => {
    const page = await show();
    await send(page, `wait ${LONG_MS}`);
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await message(page).press("Escape");
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
    await message(page).press("ArrowUp");
    expect(await message(page).inputValue()).toBe(`wait ${LONG_MS}`);
    await message(page).press("ArrowDown");
    expect(await message(page).inputValue()).toBe("");
    await page.getByRole("combobox", { name: "Approval" }).selectOption("auto");
    await expect
      .poll(async () => {
        const id = page.url().split("/").at(-1) ?? "";
        return ((await (await at.served.fetch(`/sessions/${id}`)).json()) as { readonly level: string }).level;
      })
      .toBe("auto");
  });
});
