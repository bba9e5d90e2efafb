// Reload, a cut network, sleep, a restart of the server in mid-stream, a sign-in that is over: no gap, no duplicate, no lost text.
import { CHROMIUM, openBrowser } from "@parley/test-support/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { crash } from "../serve/ended-servers.ts";
import { serve, type Served } from "../serve/served.ts";
import { openTcpRelay, type TcpRelay } from "./tcp-relay.ts";

const WORDS = 40;
const WAIT = { timeout: 60_000 };
const words = Array.from({ length: WORDS }, (_, index) => `w${index + 1};`);
/** A turn of some seconds that streams numbered words. */
const STREAM = words.flatMap((word) => [`say ${word}`, "wait 60"]).join("\n");

describe.skipIf(CHROMIUM === undefined)("nothing is lost", { timeout: 240_000 }, () => {
  let place: Place;
  let browser: Browser;
  let relay: TcpRelay;
  let served: Served;

  beforeAll(async () => {
    place = await openPlace();
    browser = await openBrowser();
    relay = await openTcpRelay();
    served = await start();
  });

  afterAll(async () => {
    await browser.close();
    await served[Symbol.asyncDispose]();
    await relay[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  /** At the port of the one before, as a server is that was started again. */
  const start = async (before?: Served): Promise<Served> => {
    const port = before === undefined ? "0" : new URL(before.url).port;
    const started = await serve(place, ["--agent", "script", "--allow-origin", relay.url, "--port", port]);
    relay.leadTo(started.url);
    return started;
  };
  const openSession = async (): Promise<Page> => {
    const response = await fetch(`${served.url}/sessions`, {
      method: "POST",
      headers: { authorization: `Bearer ${served.token}`, "content-type": "application/json" },
      body: JSON.stringify({ working_dir: place.work }),
    });
    const { id } = (await response.json()) as { readonly id: string };
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${relay.url}/?token=${served.token}`);
    await page.goto(`${relay.url}/#/sessions/${id}`);
    return page;
  };
  const send = async (page: Page, text: string): Promise<void> => {
    await page.getByRole("textbox", { name: "Message" }).fill(text);
    await page.getByRole("textbox", { name: "Message" }).press("Enter");
  };
  const answers = (page: Page) =>
    page.getByRole("log", { name: "Conversation" }).getByRole("article", { name: "Scripted agent" });
  const answer = (page: Page) => answers(page).last();
  /** The words of the answer that are there so far. */
  const said = async (page: Page): Promise<readonly string[]> =>
    (await answer(page).textContent({ timeout: 60_000 }))?.match(/w\d+;/g) ?? [];
  const sees = (page: Page, word: string) => answer(page).getByText(word).waitFor(WAIT);
  const connection = (page: Page, state: string) =>
    page.getByRole("banner").getByRole("status").getByText(state, { exact: true }).waitFor(WAIT);

  it("a reload in mid-stream goes on where it was", async () => {
    const page = await openSession();
    await send(page, STREAM);
    await sees(page, "w5;");
    await page.reload();
    await sees(page, `w${WORDS};`);
    expect(await said(page)).toEqual(words);
  });

  it("a network that is cut in mid-stream leaves the page readable, and it goes on by itself", async () => {
    const page = await openSession();
    await send(page, STREAM);
    await sees(page, "w5;");
    relay.cut();
    await page
      .getByRole("banner")
      .getByText(/Reconnecting|Offline/)
      .waitFor(WAIT);
    expect(await said(page)).toEqual(words.slice(0, (await said(page)).length));
    // A part that was not loaded before says so, and can be closed.
    await page.getByRole("button", { name: "New session" }).first().click();
    await page.getByRole("dialog").getByText("This part could not be loaded").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    // What cannot be read now is not called empty.
    const { hash } = new URL(page.url());
    await page.evaluate(() => location.assign("#/nowhere"));
    await page.getByText("Page not found").waitFor();
    await page.evaluate((before) => location.assign(before), hash);
    await page.getByText("Loading the conversation").waitFor();
    expect(await page.getByText("No messages yet").count()).toBe(0);
    relay.join();
    await connection(page, "Connected");
    await sees(page, `w${WORDS};`);
    expect(await said(page)).toEqual(words);
  });

  it("a machine that slept in mid-stream notices that its connection is dead, and goes on", async () => {
    const page = await openSession();
    const cdp = await page.context().newCDPSession(page);
    await send(page, STREAM);
    await sees(page, "w5;");
    await cdp.send("Page.setWebLifecycleState", { state: "frozen" });
    relay.silence();
    const status = async () => {
      const { status: now } = (await (await served.fetch(new URL(page.url()).hash.slice(1))).json()) as {
        status: string;
      };
      return now;
    };
    await expect.poll(status, WAIT).toBe("idle");
    await cdp.send("Page.setWebLifecycleState", { state: "active" });
    await sees(page, `w${WORDS};`);
    expect(await said(page)).toEqual(words);
    await connection(page, "Connected");
  });

  it("a server that dies in mid-stream comes back, and the page shows what its log has", async () => {
    const page = await openSession();
    await send(page, STREAM);
    await sees(page, "w5;");
    await crash(served);
    await page
      .getByRole("banner")
      .getByText(/Reconnecting|Offline/)
      .waitFor(WAIT);
    served = await start(served);
    await connection(page, "Connected");
    await send(page, "say back again");
    await answer(page).getByText("back again").waitFor(WAIT);
    const fresh = await page.context().newPage();
    await fresh.goto(page.url());
    await answer(fresh).getByText("back again").waitFor(WAIT);
    await expect.poll(() => answers(page).allTextContents(), WAIT).toEqual(await answers(fresh).allTextContents());
    const all = (await answers(page).allTextContents()).join(" ").match(/w\d+;/g) ?? [];
    expect(all.length).toBeGreaterThanOrEqual(5);
    expect(all).toEqual(words.slice(0, all.length));
  });

  it("a browser that is signed out says so, keeps what it shows, and signs in again by pasting the token", async () => {
    const page = await openSession();
    await send(page, "say still readable");
    await answer(page).getByText("still readable").waitFor(WAIT);
    await page.context().clearCookies();
    relay.cut();
    relay.join();
    await connection(page, "Signed out");
    await answer(page).getByText("still readable").waitFor(WAIT);
    const bar = page.getByRole("region", { name: "Connection" });
    await bar.getByLabel("Token").fill(served.token);
    await bar.getByRole("button", { name: "Sign in" }).click();
    await connection(page, "Connected");
    await answer(page).getByText("still readable").waitFor(WAIT);
    expect(page.url()).not.toContain(served.token);
  });
});
