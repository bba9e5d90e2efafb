// `npm run pictures`, the terminal's part: the chat in a terminal as SVG, from a real run.
import { KEYS, toSvg, type EmulatedTerminal } from "@parley/test-support/terminal";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../../repository/workspaces.ts";
import { writeShop } from "../../page/pictures/shop.ts";
import { PROMPTS, TURNS } from "../../page/pictures/turns.ts";
import { openPlace, PARLEY } from "../../run-parley.ts";
import { leave, openReadyChat } from "../opened-chat.ts";

const FOLDER = join(root, "docs", "pictures");
const AGENT = join(root, "test", "e2e", "page", "pictures", "readable-agent.mjs");

await using place = await openPlace();
await mkdir(FOLDER, { recursive: true });
const shop = place.file("shop-api");
await writeShop(shop);
const turns = place.file("turns.json");
await writeFile(turns, JSON.stringify([...TURNS]));
const env = { PARLEY_COLOR: "always", HOME: place.work };
const agent = ["--", process.execPath, AGENT, PARLEY, turns, "Builder"];
await using chat = await openReadyChat(place, { args: agent, env, cwd: shop, columns: 96, rows: 34 });
chat.types(`${PROMPTS.FIX}${KEYS.enter}`);
await chat.sees("▸ y  Allow");
await take(chat, "terminal-question", "A question of the agent in the terminal, with the change it is about");
chat.types("y");
await chat.sees(/Run a command[^]*▸ y {2}Allow/);
chat.types("y");
await chat.sees("needs no change");
await chat.sees("1 file changed");
await take(
  chat,
  "terminal-chat",
  "A turn in the terminal: what the agent thought, read, changed and ran, and its answer",
);
chat.types(KEYS.ctrlO);
await chat.sees("Conversation");
chat.types(`${KEYS.shiftTab}${KEYS.enter}`);
await take(chat, "terminal-reader", "The whole conversation in the terminal, with a tool call that is open");
chat.types("q");
await leave(chat);

async function take(shown: EmulatedTerminal, name: string, title: string): Promise<void> {
  // What is on its way to the screen is drawn first.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const path = join(FOLDER, `${name}.svg`);
  const svg = toSvg(shown.xterm, { title, home: place.work });
  await writeFile(path, svg);
  process.stdout.write(`${path} ${Math.ceil(svg.length / 1000)} kB\n`);
}
