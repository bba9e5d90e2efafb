// Rules, trusted folders and the audit on the page.
import { CHROMIUM } from "@parley/test-support/browser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations, isTooWide } from "./accessibility.ts";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

describe.skipIf(CHROMIUM === undefined)("the page of rules", { timeout: 120_000 }, () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
  });
  afterAll(() => at[Symbol.asyncDispose]());

  it("adds a rule that counts at once, refuses what is not one, revokes it, and shows what was decided", async () => {
    const page = await at.open();
    await page.goto(`${at.served.url}/#/rules`);
    const form = page.getByRole("form", { name: "Add a rule" });
    await form.getByRole("textbox", { name: "Pattern" }).fill("execute(");
    await form.getByRole("button", { name: "Add rule" }).click();
    await form.getByRole("alert").waitFor();
    await form.getByRole("combobox", { name: "Verdict" }).selectOption("deny");
    await form.getByRole("textbox", { name: "Pattern" }).fill("execute(echo *)");
    await form.getByRole("button", { name: "Add rule" }).click();
    const rules = page.getByRole("table", { name: "Rules" });
    await rules.getByText("execute(echo *)").waitFor();

    const id = await at.createSession({ agent: "script", level: "bypass" });
    const other = await at.open();
    await other.goto(`${at.served.url}/#/sessions/${id}`);
    await other.getByRole("textbox", { name: "Message" }).fill("run echo hello\nsay Done.");
    await other.keyboard.press("Enter");
    await other.getByRole("log", { name: "Conversation" }).getByText("Done.", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Reload" }).click();
    const denied = page.getByRole("table", { name: "Decisions" }).getByRole("row").filter({ hasText: "echo hello" });
    await denied.getByText("deny", { exact: true }).first().waitFor();
    await denied
      .getByRole("link", { name: /^run echo hello/ })
      .first()
      .waitFor();
    expect(await findViolations(page, ".page")).toEqual([]);

    await page.getByRole("button", { name: /^Revoke .*echo/ }).click();
    await page.getByText("No rules yet").waitFor();
    expect(at.complaints).toEqual([]);
  });

  it("trusts a folder, and stops trusting it; on a phone nothing is cut off", async () => {
    const page = await at.open({ viewport: { width: 390, height: 844 } });
    await page.goto(`${at.served.url}/#/rules`);
    const form = page.getByRole("form", { name: "Trust a folder" });
    await form.getByRole("textbox", { name: "Folder" }).fill("relative/folder");
    await form.getByRole("button", { name: "Trust folder" }).click();
    await page.getByRole("alert").getByText("Could not change the trusted folders").waitFor();
    await form.getByRole("textbox", { name: "Folder" }).fill(at.place.work);
    await form.getByRole("button", { name: "Trust folder" }).click();
    await page.getByRole("table", { name: "Trusted folders" }).getByText(at.place.work).waitFor();
    expect(await isTooWide(page)).toBe(false);
    await page.getByRole("button", { name: `Stop trusting ${at.place.work}` }).click();
    await page.getByText("No folder is trusted").waitFor();
    expect(at.complaints).toEqual([]);
  });
});
