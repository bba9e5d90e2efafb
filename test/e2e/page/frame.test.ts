// The frame of the page: sessions, a new one, the search, the tabs, the themes, and one column on a phone.
import { CHROMIUM } from "@parley/test-support/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

describe.skipIf(CHROMIUM === undefined)("the frame of the page", () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
  });

  afterAll(() => at[Symbol.asyncDispose]());

  const log = (page: Page) => page.getByRole("log", { name: "Conversation" });

  it("says what to do next while there are no sessions, and starts one", async () => {
    const page = await at.open();
    const sessions = page.getByRole("navigation", { name: "Sessions" });
    await sessions.getByText("No sessions yet").waitFor();
    await page.getByRole("status").getByText("Connected").waitFor();
    await sessions.getByRole("button", { name: "New session" }).click();
    const dialog = page.getByRole("dialog", { name: "New session" });
    await dialog.getByRole("combobox", { name: "Agent" }).selectOption({ label: "Scripted agent" });
    await dialog.getByLabel("Folder").fill("/no/such/folder");
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.getByRole("alert").getByText("/no/such/folder").waitFor();
    await dialog.getByLabel("Folder").fill(at.place.work);
    await dialog.getByRole("button", { name: "Create" }).click();
    await page.getByRole("textbox", { name: "Message" }).fill("say I found the pelican");
    await page.keyboard.press("Enter");
    await page
      .getByRole("log", { name: "Conversation" })
      .getByRole("article")
      .last()
      .getByText("I found the pelican")
      .waitFor();
    await sessions.getByRole("link", { name: "say I found the pelican" }).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  it("offers mode and model before a session exists, once the agent has run, and sets them before the first prompt", async () => {
    const page = await at.open();
    await page.getByRole("button", { name: "New session" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New session" });
    await dialog.getByRole("combobox", { name: "Agent" }).selectOption("backend");
    await dialog.getByText("This agent has not run here yet").waitFor();
    await dialog.getByRole("note").getByText("No model is configured").waitFor();
    await dialog.getByRole("link", { name: "Connect a model or an agent" }).waitFor();
    await dialog.getByRole("combobox", { name: "Agent" }).selectOption({ label: "Scripted agent" });
    await dialog.getByRole("combobox", { name: "Mode", exact: true }).selectOption({ label: "Chat" });
    await dialog.getByRole("combobox", { name: "Model" }).selectOption({ label: "Echo" });
    await dialog.getByLabel("Folder").fill(at.place.work);
    await dialog.getByRole("button", { name: "Create" }).click();
    const message = page.getByRole("textbox", { name: "Message" });
    await message.click();
    const shown = async (name: string) =>
      page.getByRole("main").getByRole("combobox", { name, exact: true }).locator("option:checked").innerText();
    await expect.poll(() => shown("Mode")).toBe("Chat");
    expect(await shown("Model")).toBe("Echo");
  });

  it("offers the agent that was chosen last, unless it is gone", async () => {
    const page = await at.open();
    const chosen = async (stored: string) => {
      await page.evaluate((name) => localStorage.setItem("parley.agent", JSON.stringify(name)), stored);
      await page.reload();
      await page.getByRole("button", { name: "New session" }).first().click();
      return page.getByRole("dialog").getByRole("combobox", { name: "Agent" });
    };
    await expect.poll(async () => (await chosen("script")).inputValue()).toBe("script");
    expect(await (await chosen("removed-since")).inputValue()).toBe("");
    await page.getByRole("dialog").getByLabel("Folder").fill(at.place.work);
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    await log(page).waitFor();
  });

  it("finds what was said in any session", async () => {
    const page = await at.open();
    await page.getByRole("searchbox", { name: "Search sessions" }).fill("pelican");
    await page.getByRole("list", { name: "Found in messages" }).getByRole("link").first().click();
    const answer = page.getByRole("log", { name: "Conversation" }).getByRole("article").last();
    await answer.getByText("I found the pelican").waitFor();
    expect(page.url()).toContain("#/sessions/");
  });

  it("says of each session what state it is in", async () => {
    const id = await at.createSession({ agent: "script", name: "Waits" });
    const page = await at.open();
    await page.goto(`${at.served.url}/#/sessions/${id}`);
    await page.getByRole("textbox", { name: "Message" }).fill("run touch x.txt");
    await page.keyboard.press("Enter");
    const link = page.getByRole("link", { name: "Waits", description: /needs you/ });
    await link.waitFor();
    expect(await link.getAttribute("aria-current")).toBe("page");
  });

  it("says what was said last, and which session failed, after a restart of the page too", async () => {
    const id = await at.createSession({ agent: "script", name: "Breaks" });
    const page = await at.open();
    await page.goto(`${at.served.url}/#/sessions/${id}`);
    const message = page.getByRole("textbox", { name: "Message" });
    await message.fill("say Looking.\nsay - **All** is well");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Breaks", description: /All is well/ }).waitFor();
    await message.fill("fail The disk is full");
    await page.keyboard.press("Enter");
    const failed = { name: "Breaks", description: /failed.*The disk is full/ };
    await page.getByRole("link", failed).waitFor();
    await page.reload();
    await page.getByRole("link", failed).waitFor();
    const prompts = log(page).getByRole("article", { name: "You" }).filter({ hasText: "fail The disk is full" });
    await log(page).getByRole("button", { name: "Send again" }).click();
    await expect.poll(() => prompts.count()).toBe(2);
    // Only the last failure has one.
    await expect.poll(() => log(page).getByRole("button", { name: "Send again" }).count()).toBe(1);
    await message.fill("say Fine again");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Breaks", description: /Fine again/ }).waitFor();
    expect(await page.getByRole("link", { name: "Breaks", description: /failed/ }).count()).toBe(0);
  });

  it("says before a session is selected how many wait, run or failed, and leads to them", async () => {
    const page = await at.open();
    const figures = page.getByRole("list", { name: "Sessions by state" });
    await figures.getByRole("link", { name: "1 waiting for you" }).click();
    await page
      .getByRole("link", { name: "Waits", description: /needs you/ })
      .and(page.locator("[aria-current]"))
      .waitFor();
    // A search has the place of the inbox, which would leave it none.
    await page.getByRole("region", { name: "Inbox" }).waitFor();
    await page.getByRole("searchbox", { name: "Search sessions" }).fill("pelican");
    await page.getByRole("list", { name: "Found in messages" }).waitFor();
    expect(await page.getByRole("region", { name: "Inbox" }).count()).toBe(0);
  });

  it("has the open session in sight in its list, also when a question takes room above", async () => {
    const oldest = (
      (await (await at.served.fetch("/sessions")).json()) as { sessions: readonly { id: string }[] }
    ).sessions.at(-1);
    const page = await at.open({ viewport: { width: 1024, height: 620 } });
    await page.goto(`${at.served.url}/#/sessions/${oldest?.id}`);
    await page.reload();
    await page.getByRole("region", { name: "Inbox" }).getByRole("group").waitFor();
    const isInSight = () =>
      page.evaluate(() => {
        const [row, list] = [
          document.querySelector(".session-list [aria-current]"),
          document.querySelector(".session-list"),
        ];
        const [own, of] = [row?.getBoundingClientRect(), list?.getBoundingClientRect()];
        return own !== undefined && of !== undefined && own.top >= of.top && own.bottom <= of.bottom;
      });
    await expect.poll(isInSight).toBe(true);
  });

  it("closes a tab and opens it again, by mouse and by keyboard", async () => {
    const id = await at.createSession({ agent: "script", name: "With tabs" });
    const page = await at.open();
    await page.goto(`${at.served.url}/#/sessions/${id}`);
    const titles = () => page.getByRole("tablist", { name: "Views" }).getByRole("tab").allInnerTexts();
    await page.getByRole("tab", { name: "Map" }).click();
    await page.getByTitle("Close Map (Delete)").click();
    expect(await titles()).toEqual(["Changes", "Timeline", "Traffic", "Details"]);
    expect(await page.getByRole("tab", { selected: true }).innerText()).toBe("Timeline");
    await page.getByRole("tab", { name: "Timeline" }).press("Delete");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Traffic");
    await page.reload();
    await expect.poll(titles).toEqual(["Changes", "Traffic", "Details"]);
    await page.getByRole("button", { name: "Open a closed tab" }).click();
    await page.getByRole("menuitem", { name: "Map" }).click();
    expect(await page.getByRole("tab", { selected: true }).innerText()).toBe("Map");
    expect(await titles()).toEqual(["Changes", "Map", "Traffic", "Details"]);
  });

  it("keeps the theme that was chosen", async () => {
    const page = await at.open({ colorScheme: "light" });
    const shown = () => page.evaluate(() => document.documentElement.dataset["theme"]);
    expect(await shown()).toBe("light");
    await page.getByRole("button", { name: "Theme: Same as the system" }).click();
    await page.getByRole("button", { name: "Theme: Light" }).click();
    await page.getByRole("button", { name: "Theme: Dark" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Theme: Dark" }).waitFor();
    expect(await shown()).toBe("dark");
  });

  it("is one column on a phone, with a bar to change between views", async () => {
    const page = await at.open({ viewport: { width: 360, height: 780 } });
    const views = page.getByRole("navigation", { name: "Views" });
    await page.getByRole("link", { name: "Waits" }).click();
    await page.getByRole("log", { name: "Conversation" }).waitFor();
    expect(await page.getByRole("navigation", { name: "Sessions" }).isVisible()).toBe(false);
    await views.getByRole("link", { name: "Sessions" }).click();
    await page.getByRole("navigation", { name: "Sessions" }).waitFor();
    await views.getByRole("link", { name: "Chat" }).click();
    await page.getByRole("log", { name: "Conversation" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

  it("says so when there is no such session or page", async () => {
    const page = await at.open();
    await page.goto(`${at.served.url}/#/sessions/..%2F..%2Fetc`);
    await page.getByText("Session not found").waitFor();
    await page.goto(`${at.served.url}/#/nothing`);
    await page.getByText("Page not found").waitFor();
    expect(at.complaints).toEqual([]);
  });
});
