// A working day in the terminal with our agent and two real ones: each action as a person does it, in a terminal that is not ours.
import { KEYS, type EmulatedTerminal } from "@parley/test-support/terminal";
import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claudeZed } from "./agents/claude-zed.ts";
import { gemini } from "./agents/gemini.ts";
import { parley } from "./agents/parley.ts";
import { answers, asks, beginDay, startsTurn, writes, type Day } from "./terminal-day.ts";
import { tryInstall } from "./try-install.ts";

const AGENTS = await Promise.all(
  [parley, gemini, claudeZed].map(
    async (recipe) => [`${recipe.name} ${recipe.version}`, recipe, await tryInstall(recipe)] as const,
  ),
);
const DAY_MS = 300_000;
const CTRL_S = "\u0013";

describe.each(AGENTS.filter(([, , installed]) => installed !== undefined))(
  "a day with %s",
  { timeout: DAY_MS },
  (_title, recipe, installed = "") => {
    let day: Day;
    let chat: EmulatedTerminal;
    beforeAll(async () => {
      day = await beginDay(recipe, installed);
    }, DAY_MS);
    afterAll(async () => {
      await chat[Symbol.asyncDispose]();
      await day[Symbol.asyncDispose]();
    }, DAY_MS);

    it("starts", async () => {
      chat = await day.open();
      await chat.sees(/^ {2}\S.* · supervised/m);
      expect((await chat.everything()).join("\n")).toContain(day.place.work);
    });

    it("asks, and gets an answer", async () => {
      asks(chat, "say The model says hello");
      await answers(chat, "The model says hello");
      expect(day.model.requests.length).toBeGreaterThan(0);
    });

    it("approves a new file, and sees it change", async () => {
      const path = day.place.file("made.txt");
      asks(chat, `write ${path} "first\\nsecond\\n"`, "say written");
      await chat.sees(/▸ *y +Allow/);
      await chat.sees("made.txt");
      chat.types("y");
      await answers(chat, "written");
      await chat.sees("A made.txt");
      expect((await readFile(path, "utf8")).trimEnd()).toBe("first\nsecond");
    });

    it("rejects a command with a reason, which reaches the model", async () => {
      asks(chat, `run touch ${day.place.file("touched")}`, "say understood");
      await chat.sees(/n +Reject/);
      chat.types("r");
      await chat.sees("do instead?");
      chat.types(`Ask the cat first${KEYS.enter}`);
      await chat.sees("rejected");
      expect(await day.modelGets("Ask the cat first")).toBeDefined();
      await chat.seesNo(/Working|Checking files|queued/);
      await expect(readFile(day.place.file("touched"))).rejects.toThrow("ENOENT");
    });

    it("steers a running turn", async () => {
      asks(chat, "slow 600 100", "say this is never reached");
      // This turn, and not the one before, which the answer to the rejection may have begun.
      await chat.sees(/^piece \d/m);
      writes(chat, "say steered at once");
      chat.types(CTRL_S);
      await answers(chat, "steered at once");
      expect((await chat.everything()).filter((row) => row.trim() === "this is never reached")).toEqual([]);
    });

    it("queues a prompt while a turn runs", async () => {
      const finish = await startsTurn(chat, day, "say the first is over");
      asks(chat, "say the second is over");
      await chat.sees("queued ›");
      await finish();
      await answers(chat, "the second is over");
      await chat.seesNo("queued ›");
      const rows = (await chat.everything()).map((row) => row.trim());
      expect(rows.filter((row) => row === "the second is over")).toHaveLength(1);
    });

    it("pastes a lot, which is one line here and all of it for the model", async () => {
      const pasted = Array.from({ length: 120 }, (_, index) => `pasted row ${index + 1}`);
      chat.types(`\u001b[200~${pasted.join("\n")}\u001b[201~`);
      await chat.sees(/› .*120 lines/);
      chat.types(" ");
      asks(chat, "say all of it arrived");
      await answers(chat, "all of it arrived");
      expect(await day.modelGets("pasted row 77")).toBeDefined();
    });

    it("attaches lines of a file and an image", async () => {
      await writeFile(day.place.file("fact.txt"), "a fact\nthe moon is made of basalt\n");
      await writeFile(day.place.file("dot.png"), Buffer.from(DOT, "base64"));
      chat.types("@fact.txt:1-2 @dot.png ");
      asks(chat, "say both are here");
      await answers(chat, "both are here");
      expect(await day.modelGets("the moon is made of basalt")).toBeDefined();
      expect(await day.modelGets(DOT)).toBeDefined();
    });

    it("expands an old tool call, whose row says what was done", async () => {
      const path = day.place.file("notes.txt");
      await writeFile(path, "alpha\nbeta\ngamma\n");
      // Some agents change only what they have read.
      asks(chat, `read ${path}`, "then", `edit ${path} beta => BETA`, "say changed");
      await chat.sees(/▸ *y +Allow/);
      chat.types("y");
      await answers(chat, "changed");
      asks(chat, "say something else");
      await answers(chat, "something else");
      chat.types(KEYS.ctrlO);
      await chat.sees(/▸ ✓ .*notes\.txt.* \+1 +−1/);
      chat.types(KEYS.enter);
      await chat.sees(/\+ BETA$/m);
      chat.types("q");
      await chat.seesNo("Conversation");
      expect(await readFile(path, "utf8")).toBe("alpha\nBETA\ngamma\n");
    });

    it("undoes one hunk of two", async () => {
      const path = day.place.file("long.txt");
      const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1} of it`);
      const text = `${lines.join("\n")}\n`;
      await writeFile(path, text);
      const edits = [`edit ${path} line 3 of => third of`, "then", `edit ${path} line 28 of => late of`];
      asks(chat, `read ${path}`, "then", ...edits, "say both are changed");
      for (const row of ["+ third of", "+ late of"]) {
        await chat.sees(row);
        await chat.sees(/▸ *y +Allow/);
        chat.types("y");
      }
      await answers(chat, "both are changed");
      chat.types(`/diff long.txt${KEYS.enter}`);
      await chat.sees("Hunk 2");
      chat.types(`/undo long.txt 1${KEYS.enter}`);
      await chat.sees(/Restored 1 file.*long\.txt/s);
      expect(await readFile(path, "utf8")).toBe(text.replace("line 28 of", "late of"));
      // The log says the same in other words, for other chats.
      expect((await chat.everything()).join("\n")).not.toContain("Undid");
    });

    it("rewinds to before a prompt, with the files as they were", async () => {
      const path = day.place.file("later.txt");
      asks(chat, `write ${path} "too early"`, "say written too early");
      await chat.sees(/▸ *y +Allow/);
      chat.types("y");
      await answers(chat, "written too early");
      chat.types(KEYS.escape);
      await chat.sees("Esc again");
      chat.types(KEYS.escape);
      await chat.sees("Go back to before which prompt?");
      chat.types(KEYS.enter);
      await chat.sees("The conversation continues from there.");
      await chat.sees(/^› stub: write .*later\.txt/m);
      await expect(readFile(path)).rejects.toThrow("ENOENT");
      chat.types(KEYS.ctrlC);
      await chat.sees("Describe a task");
      asks(chat, "say another way");
      await answers(chat, "another way");
    });

    it("hands over to another agent and back, with what was said", async () => {
      chat.types(`/agent script${KEYS.enter}`);
      await chat.sees("Scripted agent continues the conversation");
      chat.types(`say The code word is heliotrope${KEYS.enter}`);
      await answers(chat, "The code word is heliotrope");
      chat.types(`/agent ${day.agent}${KEYS.enter}`);
      await chat.sees(/continues the conversation[^]*continues the conversation/);
      asks(chat, "say back again");
      await answers(chat, "back again");
      expect(await day.modelGets("heliotrope")).toBeDefined();
    });

    it("searches, and opens the session that has it", async () => {
      chat.types(`/new${KEYS.enter}`);
      await chat.sees("Describe a task");
      asks(chat, "say in another session");
      await answers(chat, "in another session");
      chat.types(`/search heliotrope${KEYS.enter}`);
      await chat.sees("Open which session?");
      chat.types(KEYS.enter);
      await chat.seesNo("Open which session?");
      // Once when it was said, and once more now that its session is open again.
      const said = async () => (await chat.everything()).filter((row) => row === "back again");
      await chat.until(async () => (await said()).length > 1, "the session");
      expect(await said()).toHaveLength(2);
    });

    it("leaves a turn running, and comes back from another terminal", async () => {
      const finish = await startsTurn(chat, day, String.raw`say "\n\nit went on without me"`);
      chat.types(KEYS.ctrlD);
      await chat.sees("Leave it running");
      chat.types(KEYS.enter);
      expect(await chat.ended()).toBe(0);
      chat = await day.open("--continue");
      await chat.sees("Working");
      await finish();
      await answers(chat, "it went on without me");
      expect((await chat.everything()).join("\n")).toContain("Resuming:");
    });

    it("resumes later, with the history", async () => {
      chat.types(`/exit${KEYS.enter}`);
      expect(await chat.ended()).toBe(0);
      chat = await day.open("--continue");
      await chat.sees("it went on without me");
      asks(chat, "say welcome back");
      await answers(chat, "welcome back");
      chat.types(`/exit${KEYS.enter}`);
      expect(await chat.ended()).toBe(0);
    });
  },
);

/** A picture of one pixel. */
const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
