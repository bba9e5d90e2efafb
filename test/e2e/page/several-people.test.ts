// Several people in one session: two browsers, a terminal and an SDK client see each other's prompts, answers and decisions, with who it was.
import { CHROMIUM } from "@parley/test-support/browser";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { SdkClient } from "../serve/surfaces/sdk-client.ts";
import { TerminalChat } from "../serve/surfaces/terminal-chat.ts";
import { openPagePlace } from "./opened-page.ts";

const DANAS_KEY = "the-key-of-dana-which-is-long-enough";
const hash = createHash("sha256").update(DANAS_KEY).digest("hex");
const WAIT = { timeout: 60_000 };

const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
const send = async (page: Page, text: string): Promise<void> => {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("textbox", { name: "Message" }).press("Enter");
};
const seesAnswer = (page: Page, words: string) =>
  log(page)
    .getByRole("article")
    .filter({ hasNotText: `say ${words}` })
    .getByText(words)
    .waitFor(WAIT);

it.skipIf(CHROMIUM === undefined)("several people share a session", { timeout: 240_000 }, async () => {
  const serverKeys = [{ name: "dana", hash, scopes: ["drive"] }];
  await using at = await openPagePlace(["--agent", "backend"], { config: { serverKeys } });
  await using editor = await SdkClient.open(at.place, "backend");
  await using terminal = await TerminalChat.open(at.place, ["--session", editor.sessionId]);
  const [owner, dana] = [await at.open(), await at.open({}, DANAS_KEY)];
  for (const page of [owner, dana]) await page.goto(`${at.served.url}/#/sessions/${editor.sessionId}`);

  // A prompt of each is seen by the others, with who it was.
  await send(dana, "say hello of dana");
  await log(owner).getByRole("article", { name: "dana" }).getByText("say hello of dana").waitFor(WAIT);
  await log(dana).getByRole("article", { name: "You" }).getByText("say hello of dana").waitFor(WAIT);
  await terminal.seesAnswer("hello of dana");
  await editor.seesAnswer("hello of dana");
  for (const page of [owner, dana]) await seesAnswer(page, "hello of dana");
  await terminal.prompt("say typed in a terminal");
  for (const [page, name] of [
    [owner, "You"],
    [dana, "Owner"],
  ] as const) {
    const prompt = log(page).getByRole("article", { name }).filter({ hasText: "typed in a terminal" });
    await prompt.getByText("terminal", { exact: true }).waitFor(WAIT);
    await seesAnswer(page, "typed in a terminal");
  }
  await editor.prompt("say from an editor");
  for (const page of [owner, dana]) {
    const prompt = log(page).getByRole("article").filter({ hasText: "say from an editor" });
    await prompt.getByText("official-sdk", { exact: true }).waitFor(WAIT);
  }

  // A question is asked everywhere; the first answer counts, and the others see whose it was.
  await send(owner, "write shared.txt x");
  for (const page of [owner, dana])
    await page
      .getByRole("button", { name: /^Allow( once)?(\s|$)/ })
      .first()
      .waitFor(WAIT);
  await terminal.seesQuestion();
  await editor.seesQuestion();
  await dana
    .getByRole("button", { name: /^Allow( once)?(\s|$)/ })
    .first()
    .click();
  await owner
    .getByText(/Answered by dana/)
    .first()
    .waitFor(WAIT);
  await expect.poll(() => existsSync(at.place.file("shared.txt")), WAIT).toBe(true);
  expect(at.complaints).toEqual([]);
});
