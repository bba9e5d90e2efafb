// The first run, as a new user has it: nothing is configured, and every step is done in the browser.
import { CHROMIUM } from "@parley/test-support/browser";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations } from "./accessibility.ts";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

describe.skipIf(CHROMIUM === undefined)("the guide", { timeout: 180_000 }, () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
  });
  afterAll(() => at[Symbol.asyncDispose]());

  it("leads through an edit, a permission, a question, an undone hunk and the map, to an agent that is checked", async () => {
    const page = await at.open();
    await page.getByRole("button", { name: "Take the two-minute guide" }).click();
    await page.getByRole("button", { name: "Start the guide" }).click();
    const bar = page.getByRole("region", { name: "Guide" });
    await bar.getByRole("button", { name: "Send the task" }).click();

    const permission = page.getByRole("main").getByRole("group", { name: /^Permission: / });
    await bar.getByText("Agents ask before they write").waitFor();
    // The question and the plan take most of the height: what the agent did last is above the question nevertheless.
    await permission.waitFor();
    expect(await waitForEnd(page)).toBe(true);
    await permission.getByRole("button", { name: /^Allow(?! )/ }).click();

    await bar.getByText("Agents can ask questions, too").waitFor();
    const form = page.getByRole("main").getByRole("form");
    await form.getByRole("textbox").fill("yes");
    await form.getByRole("button", { name: "Submit" }).click();
    await bar.getByText("Agents ask before they write").waitFor();
    await permission.getByRole("button", { name: /^Allow(?! )/ }).click();

    await bar.getByRole("button", { name: "Show the changes" }).click();
    expect(await findViolations(page, ".guide-bar")).toEqual([]);
    const changes = page.getByRole("region", { name: "Changed files" });
    await changes.getByRole("button", { name: "Undo hunk 2 of src/cart.js" }).click();
    await changes.getByRole("button", { name: "Redo hunk 2 of src/cart.js" }).waitFor();
    const { sessions } = (await (await at.served.fetch("/sessions")).json()) as {
      readonly sessions: readonly { readonly working_dir: string }[];
    };
    const folder = sessions[0]?.working_dir ?? "";
    const code = await readFile(join(folder, "src/cart.js"), "utf8");
    expect(code).toContain("round(price * quantity)");
    expect(code).toContain("sum > 5000");

    await bar.getByRole("button", { name: "Show the map and send it" }).click();
    const map = page.getByRole("application", { name: /^Map of / });
    await map.waitFor();
    await bar.getByText("Guide 5 of 6 The agent is working").waitFor();
    await bar.getByRole("button", { name: "Connect" }).click();
    await page.getByRole("button", { name: "Check The built-in agent" }).click();
    const own = page.getByRole("article", { name: "The built-in agent" });
    await own.getByText("It has no model yet").waitFor();
    await own.getByText("parley agent login").waitFor();
    expect(await findViolations(page, ".page")).toEqual([]);
    // The session of the check is gone, the guided one is there.
    const after = (await (await at.served.fetch("/sessions")).json()) as { readonly sessions: readonly unknown[] };
    expect(after.sessions).toHaveLength(1);
    expect(at.complaints).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

/** Whether the newest row of the conversation comes into view, wherever the log has been scrolled to. */
async function waitForEnd(page: Page): Promise<boolean> {
  const waiting = page.getByRole("log", { name: "Conversation" }).getByText("Waiting for your answer");
  await waiting.waitFor();
  return waiting.evaluate(
    (row) =>
      new Promise<boolean>((resolve) => {
        new IntersectionObserver((entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) resolve(true);
        }).observe(row);
        setTimeout(() => resolve(false), 2000);
      }),
  );
}
