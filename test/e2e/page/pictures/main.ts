// `npm run pictures`: takes the pictures of the documents from a real run, with a real browser.
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { root } from "../../../repository/workspaces.ts";
import { PARLEY } from "../../run-parley.ts";
import { openPagePlace, type PagePlace } from "../opened-page.ts";
import { writeShop } from "./shop.ts";
import { PROMPTS, TURNS } from "./turns.ts";

const FOLDER = join(root, "docs", "pictures");
const SIZE = { width: 1440, height: 900 };

await using at = await openPagePlace();
await mkdir(FOLDER, { recursive: true });
const shop = at.place.file("shop-api");
await writeShop(shop);
const turns = at.place.file("turns.json");
await writeFile(turns, JSON.stringify([...TURNS]));
await addAgent(at, "builder", "Builder");
await addAgent(at, "writer", "Writer");
const page = await at.open({ viewport: SIZE, colorScheme: "light" });

await open(page, { agent: "writer", working_dir: shop, level: "bypass" });
await prompt(page, PROMPTS.DOCUMENT);
await said(page, "describes");
await open(page, { agent: "writer", working_dir: shop });
await prompt(page, PROMPTS.SHIPPING);
await page.getByRole("main").getByRole("form").waitFor();
const fixing = await open(page, { agent: "builder", working_dir: shop });
await prompt(page, PROMPTS.FIX);
await allow(page);
await allow(page);
await said(page, "rounded each price before it multiplied");
await prompt(page, PROMPTS.TEST);
await page
  .getByRole("main")
  .getByRole("group", { name: /^Permission: / })
  .waitFor();
await page.getByRole("button", { name: "Undo src/cart.ts" }).waitFor();
await take(page, "page-light");
await page.emulateMedia({ colorScheme: "dark" });
await take(page, "page-dark");
await allow(page);
await said(page, "No other code rounds.");
await page.goto(`${at.served.url}/#/sessions/${fixing}/map`);
await page.getByRole("combobox", { name: "Sessions on the map" }).selectOption("All sessions here");
await page
  .getByRole("application", { name: /^Map of / })
  .getByText("README.md", { exact: true })
  .waitFor({ state: "attached" });
await page.getByRole("separator").first().focus();
for (let press = 0; press < 20; press += 1) await page.keyboard.press("ArrowLeft");
await page.getByRole("textbox", { name: "Message" }).focus();
await take(page, "map");

async function addAgent({ served }: PagePlace, name: string, title: string): Promise<void> {
  const args = [join(import.meta.dirname, "readable-agent.mjs"), PARLEY, turns, title];
  await post(served, "/agent/programs", { name, title, command: process.execPath, args });
}

async function post({ url, token }: PagePlace["served"], path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${path}: ${await response.text()}`);
}

/** A new session, in front. */
async function open(shown: Page, fields: object): Promise<string> {
  const id = await at.createSession(fields);
  await shown.goto(`${at.served.url}/#/sessions/${id}`);
  return id;
}

async function prompt(shown: Page, text: string): Promise<void> {
  await shown.getByRole("textbox", { name: "Message" }).fill(text);
  await shown.keyboard.press("Enter");
}

/** In the conversation: the list of sessions shows the last words as well. */
function said(shown: Page, text: string): Promise<void> {
  return shown.getByRole("log", { name: "Conversation" }).getByText(text).last().waitFor();
}

async function allow(shown: Page): Promise<void> {
  const card = shown.getByRole("main").getByRole("group", { name: /^Permission: / });
  const name = (await card.getAttribute("aria-label")) ?? "";
  await card.getByRole("button", { name: /^Allow(?! )/ }).click();
  await shown.getByRole("main").getByRole("group", { name, exact: true }).waitFor({ state: "detached" });
}

async function take(shown: Page, name: string): Promise<void> {
  const path = join(FOLDER, `${name}.png`);
  await shown.screenshot({ path, animations: "disabled", caret: "hide" });
  process.stdout.write(`${path} ${Math.ceil((await stat(path)).size / 1000)} kB\n`);
}
