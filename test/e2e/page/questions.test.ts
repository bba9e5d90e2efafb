// Questions of agents on the page: answered by key and by click, in the inbox, elsewhere, second, and a hundred at once.
import { CHROMIUM } from "@parley/test-support/browser";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

describe.skipIf(CHROMIUM === undefined)("questions on the page", () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
  });

  afterAll(() => at[Symbol.asyncDispose]());

  async function prompt(text: string, name = "Asking"): Promise<string> {
    const id = await at.createSession({ agent: "script", name });
    await call("POST", `/sessions/${id}/reply`, { user_message: text });
    return id;
  }

  async function call(method: string, path: string, body?: object): Promise<Response> {
    return fetch(at.served.url + path, {
      method,
      headers: { authorization: `Bearer ${at.served.token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  async function show(sessionId: string): Promise<Page> {
    const page = await at.open();
    await page.goto(`${at.served.url}/#/sessions/${sessionId}`);
    return page;
  }

  const cardOf = (page: Page): Locator => page.getByRole("main").getByRole("group", { name: /^Permission: / });
  const log = (page: Page): Locator => page.getByRole("log", { name: "Conversation" });

  const waiting = (sessionId: string) => asked(sessionId, "pending");

  async function asked(sessionId: string, state: string): Promise<readonly { readonly id: string }[]> {
    const reply = await call("GET", `/interactions?state=${state}&session_id=${sessionId}`);
    return ((await reply.json()) as { readonly interactions: readonly { readonly id: string }[] }).interactions;
  }

  it("shows the exact change, and is answered by a key", async () => {
    const id = await prompt("write notes.txt hello there\nsay written");
    const page = await show(id);
    const card = cardOf(page);
    await card.getByRole("region", { name: "Changes to notes.txt" }).getByText("hello there").waitFor();
    await card.focus();
    await page.keyboard.press("y");
    await log(page).getByText("written", { exact: true }).waitFor();
    await card.waitFor({ state: "detached" });
    expect(at.complaints).toEqual([]);
  });

  it("is rejected with a reason that the agent reads", async () => {
    const id = await prompt("write other.txt x");
    const page = await show(id);
    await cardOf(page).focus();
    await page.keyboard.press("r");
    await page.keyboard.type("say Docs instead");
    await page.keyboard.press("Enter");
    await cardOf(page).waitFor({ state: "detached" });
    const { interactions } = (await (await call("GET", `/interactions?session_id=${id}`)).json()) as {
      readonly interactions: readonly { readonly answer?: { readonly reason?: string } }[];
    };
    expect(interactions.map(({ answer }) => answer?.reason)).toContain("say Docs instead");
    // An agent that is not ours has no place for the words in its answer: they are its next prompt.
    await log(page).getByText("Docs instead", { exact: true }).waitFor();
  });

  it("shows invisible characters of a command", async () => {
    const page = await show(await prompt("run echo \u202eevil\u200b"));
    await cardOf(page).getByText("<U+202E>evil<U+200B>").first().waitFor();
    expect(await cardOf(page).textContent()).not.toMatch(/[\u202e\u200b]/);
    await cardOf(page).getByRole("button", { name: "Reject", exact: true }).click();
    await cardOf(page).waitFor({ state: "detached" });
  });

  it("fills in a form, and says what is wrong with a field", async () => {
    const page = await show(await prompt("elicit form A few questions\nsay thanks"));
    const form = page.getByRole("main").getByRole("form", { name: "A few questions" });
    await form.getByRole("button", { name: "Submit" }).click();
    await form.getByText("This field is required.").first().waitFor();
    await form.getByRole("textbox", { name: "Name" }).fill("Ann");
    await form.getByRole("button", { name: "Submit" }).click();
    await log(page)
      .getByRole("article")
      .last()
      .getByText(/thanks$/)
      .waitFor();
    await form.waitFor({ state: "detached" });
    expect(at.complaints).toEqual([]);
  });

  it("shows the address of a page to open, and takes no for an answer", async () => {
    const page = await show(await prompt("elicit url Sign in there\nsay done"));
    const form = page.getByRole("main").getByRole("form", { name: "Sign in there" });
    const link = form.getByRole("link", { name: "Open example.com" });
    expect(await link.getAttribute("rel")).toContain("noopener");
    await form.getByRole("button", { name: "Decline" }).click();
    await log(page).getByRole("article").last().getByText(/done$/).waitFor();
  });

  it("is answered in the inbox while another session is open", async () => {
    const other = await at.createSession({ agent: "script", name: "Elsewhere" });
    const id = await prompt("write inbox.txt x\nsay from the inbox", "Wants to write");
    const page = await show(other);
    const inbox = page.getByRole("region", { name: "Inbox" });
    const item = inbox.getByRole("listitem").filter({ hasText: "Wants to write" });
    await item.getByRole("button", { name: "Allow", exact: true }).click();
    await item.waitFor({ state: "detached" });
    await expect.poll(() => waiting(id)).toEqual([]);
  });

  it("shows at once that it was answered elsewhere, and where", async () => {
    const id = await prompt("write twice.txt x\nsay over");
    const [page, other] = [await show(id), await show(id)];
    await cardOf(other).waitFor();
    await cardOf(page).getByRole("button", { name: "Allow", exact: true }).click();
    await cardOf(other).getByText("Answered in the browser").waitFor();
    await cardOf(page).waitFor({ state: "detached" });
    expect(at.complaints).toEqual([]);
  });

  it("tells the one whose answer came second", async () => {
    const id = await prompt("write late.txt x\nsay over");
    const page = await at.open();
    const held: (() => void)[] = [];
    let isHeld = false;
    await page.routeWebSocket(/^ws/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        // The window does not hear of the other answer until it has sent its own.
        if (isHeld && String(message).includes('"_parley/events"')) held.push(() => socket.send(message));
        else socket.send(message);
      });
    });
    await page.goto(`${at.served.url}/#/sessions/${id}`);
    await page.reload();
    const allow = cardOf(page).getByRole("button", { name: "Allow", exact: true });
    await allow.waitFor();
    isHeld = true;
    const [question] = await waiting(id);
    await call("POST", `/interactions/${question?.id ?? ""}`, { action: "deny_once" });
    await allow.click();
    await cardOf(page).getByRole("alert").getByText("already answered").waitFor();
    isHeld = false;
    for (const release of held) release();
    await cardOf(page).getByText("Your answer came too late and was not used").waitFor();
    expect(at.complaints).toEqual([]);
  });

  it("stays usable with a hundred questions at once", { timeout: 180_000 }, async () => {
    const launch = { command: process.execPath, args: [join(import.meta.dirname, "asking-agent.mjs")] };
    const id = await at.createSession({ name: "Many", launch });
    await call("POST", `/sessions/${id}/reply`, { user_message: "100" });
    const page = await show(id);
    // An agent may have 64 requests open; the server refuses the others.
    await page.getByText("59 more questions after these").waitFor();
    await page.getByRole("region", { name: "Inbox" }).getByLabel("64 open questions").waitFor();
    await cardOf(page).first().focus();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    for (let answered = 1; answered <= 3; answered += 1) {
      const before = await focused();
      expect(before).toMatch(/^Permission: Publish package \d+$/);
      await page.keyboard.press("n");
      await expect.poll(async () => (await asked(id, "answered")).length).toBe(answered);
      // The focus goes to the next question by itself.
      await expect.poll(async () => (await focused()) !== before && (await focused()) !== "").toBe(true);
    }
    await page.getByText("56 more questions after these").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await cardOf(page).first().waitFor({ state: "detached", timeout: 60_000 });
    expect(at.complaints).toEqual([]);
  });
});
