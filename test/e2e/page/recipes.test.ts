// Recipes on the page: written, refused, saved, run with parameters, made from a session, deleted.
import { CHROMIUM } from "@parley/test-support/browser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations, isTooWide } from "./accessibility.ts";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

describe.skipIf(CHROMIUM === undefined)("the page of recipes", { timeout: 120_000 }, () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
  });
  afterAll(() => at[Symbol.asyncDispose]());

  it("saves a recipe, runs it with parameters in a session of its own, and deletes it", async () => {
    const page = await at.open();
    await page.goto(`${at.served.url}/#/recipes`);
    await page.getByText("No recipes yet").waitFor();
    await page.getByRole("button", { name: "Write one" }).click();
    const text = page.getByRole("textbox", { name: "Recipe" });
    const recipe = JSON.parse(await text.inputValue()) as object;
    await text.fill("{");
    await page.getByRole("button", { name: "Save recipe" }).click();
    await page.getByRole("alert").getByText("This is not JSON").waitFor();
    await text.fill(JSON.stringify({ ...recipe, title: 7 }));
    await page.getByRole("button", { name: "Save recipe" }).click();
    await page.getByRole("alert").getByText("title").waitFor();
    await text.fill(JSON.stringify({ ...recipe, agent: "script" }));
    await page.getByRole("button", { name: "Save recipe" }).click();
    const form = page.getByRole("form", { name: "Run Greet" });
    await form.getByRole("textbox", { name: "name" }).fill("Ann");
    expect(await findViolations(page, ".page")).toEqual([]);
    await form.getByRole("button", { name: "Run" }).click();
    await page.getByRole("log", { name: "Conversation" }).getByText("Hello Ann", { exact: true }).waitFor();

    await page.goto(`${at.served.url}/#/recipes`);
    await page.getByRole("combobox", { name: "Make from a session" }).selectOption({ index: 1 });
    await expect.poll(() => text.inputValue()).toContain("Hello Ann");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await isTooWide(page)).toBe(false);
    await page.getByRole("button", { name: "Delete Greet…" }).click();
    await page.getByRole("group", { name: "Delete Greet?" }).getByRole("button", { name: "Delete Greet" }).click();
    await page.getByText("No recipes yet").waitFor();
    expect(at.complaints).toEqual([]);
  });
});
