// How much the page loads before the first message can be shown, and what happens when more cannot be loaded.
import { CHROMIUM } from "@parley/test-support/browser";
import { countScriptBytes, watchFirstMessage } from "@parley/test-support/loaded-scripts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importSession, prompt, say, stop } from "./imported-session.ts";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

const COMPRESSED_BYTES_MAX = 190_000;
/** React alone is more: less would mean that something was not counted. */
const COMPRESSED_BYTES_MIN = 60_000;

describe.skipIf(CHROMIUM === undefined)("the scripts of the page", () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
  });

  afterAll(() => at[Symbol.asyncDispose]());

  it("are at most 190 kB, compressed, until the first message is there", async () => {
    const id = await importSession(at, [
      prompt("Hello"),
      say("The first **message**.\n\n```ts\nconst at = 1;\n```"),
      stop,
    ]);
    const page = await at.open();
    await page.goto("about:blank");
    await watchFirstMessage(page);
    await page.goto(`${at.served.url}/#/sessions/${id}`);
    const bytes = await countScriptBytes(page);
    expect(bytes).toBeGreaterThan(COMPRESSED_BYTES_MIN);
    expect(bytes).toBeLessThanOrEqual(COMPRESSED_BYTES_MAX);
  });

  it("that cannot be loaded are named in their place, and there after a reload, with the unsent text", async () => {
    const id = await importSession(at, [prompt("Hello"), say("Still here."), stop]);
    const page = await at.open();
    await page.goto(`${at.served.url}/#/sessions/${id}`);
    await page.getByText("Still here.", { exact: true }).waitFor();
    await page.getByRole("textbox", { name: "Message" }).fill("not sent yet");
    await page.route("**/TimelineTab-*.js", (route) => route.abort());
    await page.getByRole("tab", { name: "Timeline" }).click();
    const problem = page.getByRole("alert").filter({ hasText: "This part could not be loaded" });
    await problem.waitFor();
    await page.getByText("Still here.", { exact: true }).waitFor();
    await page.unroute("**/TimelineTab-*.js");
    await problem.getByRole("button", { name: "Reload the page" }).click();
    await page.getByRole("tabpanel", { name: "Timeline" }).getByRole("table").waitFor();
    expect(await page.getByRole("textbox", { name: "Message" }).inputValue()).toBe("not sent yet");
  });
});
