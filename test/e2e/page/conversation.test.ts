// A conversation on the page: a prompt, the answer, and the same session in two browsers.
import { CHROMIUM } from "@parley/test-support/browser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

describe.skipIf(CHROMIUM === undefined)("a conversation on the page", () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
  });

  afterAll(() => at[Symbol.asyncDispose]());

  it("shows a prompt and its answer in two browsers at once", async () => {
    const id = await at.createSession();
    const [one, two] = [await at.open(), await at.open()];
    for (const page of [one, two]) await page.goto(`${at.served.url}/#/sessions/${id}`);
    await one.getByRole("textbox", { name: "Message" }).fill("say hello from the page");
    await one.keyboard.press("Enter");
    for (const page of [one, two]) {
      const log = page.getByRole("log", { name: "Conversation" });
      await log.getByRole("article").last().getByText("hello from the page").waitFor();
    }
    expect(at.complaints).toEqual([]);
  });
});
