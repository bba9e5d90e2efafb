// Long conversations: only what is in sight exists, what arrives is followed, and a person who reads above is left alone.
import { CHROMIUM } from "@parley/test-support/browser";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importSession, prompt, say, stop } from "./imported-session.ts";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

const TURNS = 400;

describe.skipIf(CHROMIUM === undefined)("a long conversation", () => {
  let at: PagePlace;
  let page: Page;
  let log: Locator;

  beforeAll(async () => {
    at = await openPagePlace();
    page = await at.open();
    const turns = Array.from({ length: TURNS }, (_, no) => [
      prompt(`Question ${no}.`),
      say(`Answer ${no}.\n\nMore.`),
      stop,
    ]);
    const id = await importSession(at, turns.flat());
    await page.goto(`${at.served.url}/#/sessions/${id}`);
    log = page.getByRole("log", { name: "Conversation" });
  });

  afterAll(() => at[Symbol.asyncDispose]());

  it("opens at its end, with only a part of it in the page", async () => {
    await log.getByText(`Answer ${TURNS - 1}.`).waitFor();
    expect(await log.getByRole("article").count()).toBeLessThan(60);
    expect(await page.getByRole("button", { name: "Jump to newest" }).count()).toBe(0);
  });

  it("leaves a person alone who reads above, and jumps back on request", async () => {
    await log.hover();
    await page.mouse.wheel(0, -3_000);
    const jump = page.getByRole("button", { name: "Jump to newest" });
    await jump.waitFor();
    const before = await readPlace(log);
    await page.getByRole("textbox", { name: "Message" }).fill("stream 200 80");
    await page.keyboard.press("Enter");
    await expect.poll(() => readHeight(log)).toBeGreaterThan(before.height + 200);
    const after = await readPlace(log);
    expect(after.text).toBe(before.text);
    expect(Math.abs(after.top - before.top)).toBeLessThanOrEqual(2);
    await jump.click();
    await log.getByText(/chunk 200/).waitFor();
    await jump.waitFor({ state: "detached" });
  });

  it("follows what arrives while a person is at the end, also right after a click on the text", async () => {
    await log.getByText(/chunk 200/).click();
    await page.getByRole("textbox", { name: "Message" }).fill("stream 100 200\nsay The very end.");
    await page.keyboard.press("Enter");
    await log.getByText("The very end.", { exact: true }).waitFor();
    await expect
      .poll(() => log.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop))
      .toBeLessThan(40);
  });

  it("goes from prompt to prompt with the keyboard", async () => {
    await log.focus();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press("Alt+ArrowUp");
    await page.getByRole("button", { name: "Jump to newest" }).waitFor();
    expect((await readPlace(log)).text).toContain("You");
    await log.press("End");
    await log.getByText("The very end.", { exact: true }).waitFor();
  });

  it("goes to a message that a search has found, also when its address is opened", async () => {
    await page.getByRole("searchbox", { name: "Search sessions" }).fill("Answer 120.");
    const hits = page.getByRole("list", { name: "Found in messages" });
    await hits
      .getByRole("link", { name: /Answer 120\./ })
      .first()
      .click();
    const found = log.locator("[aria-current=location]");
    await found.getByText("Answer 120.").waitFor();
    await expect.poll(() => isInSight(found, log)).toBe(true);
    await page.reload();
    await found.getByText("Answer 120.").waitFor();
    await expect.poll(() => isInSight(found, log)).toBe(true);
  });

  it("breaks no rule of the page", () => {
    expect(at.complaints).toEqual([]);
  });
});

interface ReadPlace {
  readonly text: string;
  /** Of that text, from the top of the log. */
  readonly top: number;
  readonly height: number;
}

/** The first whole prompt or answer in sight. */
function readPlace(log: Locator): Promise<ReadPlace> {
  return log.evaluate((box) => {
    const { top } = box.getBoundingClientRect();
    const seen = [...box.querySelectorAll("article")]
      .map((article) => ({ text: article.innerText, top: article.getBoundingClientRect().top - top }))
      .filter((article) => article.top >= 0)
      .toSorted((one, other) => one.top - other.top);
    return { text: seen[0]?.text ?? "", top: seen[0]?.top ?? 0, height: box.scrollHeight };
  });
}

async function isInSight(element: Locator, log: Locator): Promise<boolean> {
  const [own, seen] = [await element.boundingBox(), await log.boundingBox()];
  return own !== null && seen !== null && own.y >= seen.y && own.y + own.height <= seen.y + seen.height;
}

function readHeight(log: Locator): Promise<number> {
  return log.evaluate((box) => box.scrollHeight);
}
