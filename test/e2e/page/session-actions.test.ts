// What is done with a session as a whole: handed over in mid-turn, forked, rewound, exported, deleted.
import { CHROMIUM } from "@parley/test-support/browser";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

describe.skipIf(CHROMIUM === undefined)("actions of a session", () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
  });

  afterAll(() => at[Symbol.asyncDispose]());

  const openSession = async (fields: object): Promise<Page> => {
    const id = await at.createSession({ agent: "script", ...fields });
    const page = await at.open();
    await page.goto(`${at.served.url}/#/sessions/${id}`);
    return page;
  };
  const log = (page: Page) => page.getByRole("log", { name: "Conversation" });
  const send = async (page: Page, text: string): Promise<void> => {
    await page.getByRole("textbox", { name: "Message" }).fill(text);
    await page.getByRole("textbox", { name: "Message" }).press("Enter");
  };
  const act = async (page: Page, name: string): Promise<void> => {
    await page.getByRole("button", { name: "Session actions" }).click();
    await page.getByRole("menuitem", { name }).click();
  };

  it("hands over in the middle of a turn, after asking, and the other agent answers", async () => {
    const page = await openSession({ name: "Handed over" });
    await send(page, "say I was the first one");
    const first = log(page)
      .getByRole("article")
      .filter({ hasText: /^I was the first one/ });
    await first.waitFor();
    const title = await first.getAttribute("aria-label");
    await send(page, "run touch never.txt");
    await page.getByRole("link", { name: "Handed over", description: /needs you/ }).waitFor();
    await act(page, "Hand over to another agent…");
    const dialog = page.getByRole("dialog", { name: "Hand over to another agent" });
    await dialog.getByText("It is cancelled first").waitFor();
    await dialog.getByRole("combobox", { name: "Agent" }).selectOption("qa");
    await dialog.getByRole("button", { name: "Cancel the turn and hand over" }).click();
    await dialog.waitFor({ state: "detached" });
    await send(page, "say I am the other one");
    const last = log(page).getByRole("article").last();
    await last.getByText("I am the other one").waitFor();
    // Each answer keeps the name of the agent that gave it.
    expect(await last.getAttribute("aria-label")).not.toBe(title);
    expect(await first.getAttribute("aria-label")).toBe(title);
    expect(await page.getByRole("link", { name: "Handed over", description: /needs you/ }).count()).toBe(0);
  });

  it("asks before it hands over by the picker of the composer while a turn runs", async () => {
    const page = await openSession({ name: "Not handed over" });
    await send(page, "run touch never.txt");
    await page.getByRole("link", { name: "Not handed over", description: /needs you/ }).waitFor();
    await page.getByRole("combobox", { name: "Agent" }).selectOption("qa");
    const dialog = page.getByRole("dialog", { name: "Hand over to another agent" });
    expect(await dialog.getByRole("combobox", { name: "Agent" }).inputValue()).toBe("qa");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Allow/ })
      .first()
      .click();
    await page.getByRole("link", { name: "Not handed over", description: /idle/ }).waitFor();
    expect(await page.getByRole("combobox", { name: "Agent" }).inputValue()).not.toBe("qa");
  });

  it("forks a session, and the copy goes on alone", async () => {
    const page = await openSession({ name: "Forked" });
    await send(page, "say first");
    await log(page).getByRole("article").last().getByText("first").waitFor();
    await page.getByRole("link", { name: "Forked", description: /idle/ }).waitFor();
    const before = page.url();
    await act(page, "Fork");
    await expect.poll(() => page.url()).not.toBe(before);
    await send(page, "say only in the copy");
    await log(page).getByText("only in the copy").last().waitFor();
    await page.goto(before);
    await log(page).getByRole("article").last().getByText("first").waitFor();
    expect(await log(page).getByText("only in the copy").count()).toBe(0);
  });

  it("rewinds files and conversation together, and undoes that", async () => {
    const path = join(at.place.work, "notes.txt");
    await writeFile(path, "as it was\n");
    const page = await openSession({ name: "Rewound", level: "bypass" });
    await send(page, "write notes.txt changed by the agent, with a text that is longer than a phone is wide");
    await expect.poll(() => readFile(path, "utf8")).toContain("changed by the agent");
    await page.getByRole("link", { name: "Rewound", description: /idle/ }).waitFor();
    await act(page, "Rewind…");
    const dialog = page.getByRole("dialog", { name: "Rewind the session" });
    await dialog.getByRole("radio", { name: /write notes.txt/ }).check();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole("button", { name: "Rewind" }).click();
    await page.getByText("Rewound; 1 file restored.").waitFor();
    await page.getByRole("link", { name: "Rewound", description: /Rewound to the start/ }).waitFor();
    expect(await readFile(path, "utf8")).toBe("as it was\n");
    await act(page, "Rewind…");
    await dialog.getByRole("radio", { name: "Undo the last rewind" }).check();
    await dialog.getByRole("button", { name: "Undo the last rewind" }).click();
    await page.getByText("Rewind undone; 1 file restored.").waitFor();
    expect(await readFile(path, "utf8")).toContain("changed by the agent");
  });

  it("forks before a prompt, and edits a prompt that is sent again in its place", async () => {
    const page = await openSession({ name: "Edited" });
    await send(page, "say one thing");
    await log(page).getByRole("article", { name: "Scripted agent" }).getByText("one thing").waitFor();
    await page.getByRole("link", { name: "Edited", description: /idle/ }).waitFor();
    const prompt = log(page).getByRole("article", { name: "You" });
    await prompt.hover();
    await prompt.getByRole("button", { name: "Edit and resend" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit and resend" });
    await dialog.getByLabel("Prompt").fill("say another thing");
    await dialog.getByRole("button", { name: "Send" }).click();
    await log(page).getByRole("article", { name: "Scripted agent" }).getByText("another thing").waitFor();
    await page.getByRole("link", { name: "Edited", description: /idle/ }).waitFor();
    expect(await log(page).getByText("one thing").count()).toBe(0);
    const before = page.url();
    await prompt.hover();
    await prompt.getByRole("button", { name: "Fork here" }).click();
    await expect.poll(() => page.url()).not.toBe(before);
    await send(page, "say from the start");
    await log(page).getByRole("article", { name: "Scripted agent" }).getByText("from the start").waitFor();
    expect(await log(page).getByText("another thing").count()).toBe(0);
  });

  it("exports and deletes a session", async () => {
    const page = await openSession({ name: "To be deleted" });
    await send(page, "say kept in a file");
    await log(page).getByRole("article").last().getByText("kept in a file").waitFor();
    const downloading = page.waitForEvent("download");
    await act(page, "Export");
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/\.ndjson$/);
    expect(await readFile(await download.path(), "utf8")).toContain("kept in a file");
    await act(page, "Delete…");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("link", { name: "To be deleted" }).first().waitFor({ state: "detached" });
    expect(at.complaints).toEqual([]);
  });
});
