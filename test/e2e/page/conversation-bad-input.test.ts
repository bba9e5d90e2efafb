// What agents send that is not as it should be: shown as text, bounded, and in words.
import type { SessionEventBody, ToolCallContent } from "@parley/acp";
import { CHROMIUM } from "@parley/test-support/browser";
import type { Locator, Page } from "playwright-core";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations } from "./accessibility.ts";
import { importSession, prompt, say, stop } from "./imported-session.ts";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

/** 50 MB take their time on a busy machine. */
const LONG_MS = 90_000;

const call = (title: string, kind: "edit" | "execute", content: ToolCallContent[]): SessionEventBody => ({
  type: "update",
  update: { sessionUpdate: "tool_call", toolCallId: title.slice(0, 20), title, kind, status: "completed", content },
});

describe.skipIf(CHROMIUM === undefined)("a conversation with bad input", () => {
  let at: PagePlace;
  let page: Page;

  beforeAll(async () => {
    at = await openPagePlace();
    page = await at.open();
  });

  afterAll(() => at[Symbol.asyncDispose]());

  async function show(bodies: readonly SessionEventBody[]): Promise<Locator> {
    const id = await importSession(at, [prompt("Go"), ...bodies, stop]);
    await page.goto(`${at.served.url}/#/sessions/${id}`);
    return page.getByRole("log", { name: "Conversation" });
  }

  it("shows HTML and scripts in markdown as text", async () => {
    const log = await show([
      say(
        "Before <script>window.hurt = 1</script> after\n\n<img src=x onerror='window.hurt = 1'>\n\n<b>bold?</b>\n\nEnd",
      ),
    ]);
    await log.getByText("End").waitFor();
    await log.getByText("<script>window.hurt = 1</script>").waitFor();
    await log.getByText("<img src=x onerror='window.hurt = 1'>").waitFor();
    expect(await log.locator("script, img, b:has-text('bold?')").count()).toBe(0);
    expect(await page.evaluate(() => "hurt" in window)).toBe(false);
  });

  it("opens only links to the web, shows where they lead, and loads no image from elsewhere", async () => {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    const log = await show([
      say(
        "[a](javascript:alert(1)) [b](data:text/html,<script>alert(1)</script>) [c](https://evil.example/x) " +
          "[bank.example](https://evil.example/y) ![d](https://evil.example/pixel.png)\n\nEnd",
      ),
    ]);
    await log.getByText("End").waitFor();
    const links = await log.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(links).toEqual(["https://evil.example/x", "https://evil.example/y", "https://evil.example/pixel.png"]);
    expect(await log.getByRole("link").first().getAttribute("rel")).toContain("noopener");
    await log.getByText("(javascript:alert(1))").waitFor();
    await log.getByText("(https://evil.example/y)").waitFor();
    expect(requests.filter((url) => !url.startsWith(at.served.url))).toEqual([]);
  });

  it(
    "shows the end of a command's output of 50 MB",
    async () => {
      const id = await at.createSession({ agent: "script", level: "bypass" });
      await page.goto(`${at.served.url}/#/sessions/${id}`);
      const command = "yes noise | head -c 50000000";
      await page.getByRole("textbox", { name: "Message" }).fill(`run ${command}\nsay All of it.`);
      await page.keyboard.press("Enter");
      const log = page.getByRole("log", { name: "Conversation" });
      await log.getByText("All of it.", { exact: true }).waitFor({ timeout: LONG_MS });
      await log.getByRole("group", { name: command }).getByRole("button").first().click();
      const output = log.getByRole("region", { name: command });
      await output.getByRole("button", { name: /Show .* earlier lines/ }).waitFor();
      expect(await output.locator("div").count()).toBeLessThanOrEqual(250);
    },
    2 * LONG_MS,
  );

  it("shows the end of a text of 10 MB that a tool sent", async () => {
    const text = `${"x".repeat(99)}\n`.repeat(100_000);
    const log = await show([call("npm run noise", "execute", [{ type: "content", content: { type: "text", text } }])]);
    await log.getByRole("group", { name: "npm run noise" }).getByRole("button").first().click();
    const output = log.getByRole("region", { name: "Output of npm run noise" });
    await output.getByRole("button", { name: /Show .* earlier lines/ }).waitFor();
    expect(await output.locator("div").count()).toBeLessThanOrEqual(250);
  });

  it(
    "shows the end of a text of 50 MB that an agent's tool sent, live and after a reload",
    async () => {
      const launch = { command: process.execPath, args: [join(import.meta.dirname, "loud-agent.mjs")] };
      const id = await at.createSession({ launch, level: "bypass" });
      await page.goto(`${at.served.url}/#/sessions/${id}`);
      await page.getByRole("textbox", { name: "Message" }).fill("50");
      await page.keyboard.press("Enter");
      const log = page.getByRole("log", { name: "Conversation" });
      for (const isReloaded of [false, true]) {
        if (isReloaded) await page.reload();
        await log.getByText("All of it.", { exact: true }).waitFor({ timeout: LONG_MS });
        await log.getByRole("group", { name: "npm run noise" }).getByRole("button").first().click();
        const output = log.getByRole("region", { name: "Output of npm run noise" });
        await output.getByRole("button", { name: /Show .* earlier lines/ }).waitFor({ timeout: LONG_MS });
        expect(await output.locator("div").count()).toBeLessThanOrEqual(250);
      }
    },
    3 * LONG_MS,
  );

  it("shows a diff of 10,000 lines in parts, and one that is larger in words", async () => {
    const lines = (count: number, word: string) => Array.from({ length: count }, (_, no) => `${word} ${no}`).join("\n");
    const log = await show([
      call("Edit big.txt", "edit", [
        { type: "diff", path: "big.txt", oldText: lines(10_000, "a"), newText: lines(10_000, "b") },
      ]),
      call("Edit huge.txt", "edit", [
        { type: "diff", path: "huge.txt", oldText: null, newText: lines(100_000, "line") },
      ]),
    ]);
    for (const name of ["Edit big.txt", "Edit huge.txt"]) {
      await log.getByRole("group", { name }).getByRole("button").first().click();
    }
    const big = log.getByRole("region", { name: "Changes to big.txt" });
    await big.getByRole("button", { name: /more of 20,000 lines/ }).waitFor();
    expect(await big.locator("code").count()).toBeLessThanOrEqual(500);
    await log.getByText(/too large to show/).waitFor();
  });

  it("says of what is not an image that it is not one", async () => {
    const data = Buffer.from("<svg onload='window.hurt = 1'></svg> and a little more").toString("base64");
    const image = { type: "image" as const, data, mimeType: "image/png" };
    const log = await show([{ type: "update", update: { sessionUpdate: "agent_message_chunk", content: image } }]);
    await log.getByText(/Not an image that can be shown/).waitFor();
    expect(await log.locator("img").count()).toBe(0);
  });

  it("spells out characters that reorder a command or a path", async () => {
    const log = await show([call("rm \u202egpj.sh", "execute", []), call("Edit a\u200bb.txt", "edit", [])]);
    await log.getByRole("group", { name: "rm <U+202E>gpj.sh" }).waitFor();
    await log.getByText("a<U+200B>b.txt").waitFor();
    expect(await log.innerText()).not.toMatch(/[\u202e\u200b]/);
  });

  it("bounds a title of 1 MB, a message without an end and an unknown update", async () => {
    const log = await show([
      call("t".repeat(1024 * 1024), "edit", []),
      say("word ".repeat(200_000)),
      { type: "update", update: { sessionUpdate: "of_tomorrow" } as never },
      say("End of it"),
    ]);
    await log.getByText("End of it").waitFor();
    await page.keyboard.press("Escape");
    await log.press("Home");
    const title = log.locator("[data-kind=edit]");
    await title.waitFor();
    expect((await title.getAttribute("aria-label"))?.length).toBeLessThanOrEqual(300);
  });

  it("is accessible, whatever was sent, and broke no rule of the page", async () => {
    const log = await show([
      call("npm test", "execute", [{ type: "content", content: { type: "text", text: "\u001b[31mred\u001b[0m" } }]),
      call("Edit a.txt", "edit", [{ type: "diff", path: "a.txt", oldText: "a\n", newText: "b\n" }]),
      say("# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```ts\nconst a = 1;\n```\n\n- [x] done\n\nEnd"),
    ]);
    for (const name of ["npm test", "Edit a.txt"]) {
      await log.getByRole("group", { name }).getByRole("button").first().click();
    }
    await log.getByText("End").waitFor();
    expect(await findViolations(page, ".conversation")).toEqual([]);
    expect(at.complaints).toEqual([]);
  });
});
