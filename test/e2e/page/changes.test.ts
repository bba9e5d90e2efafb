// Reviewing changed files on the page: kept, undone and redone by hunk, by file and all at once, with the files on the disk.
import { CHROMIUM } from "@parley/test-support/browser";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findViolations } from "./accessibility.ts";
import { openPagePlace, type PagePlace } from "./opened-page.ts";

const LINES = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
const OLD = `${LINES.join("\n")}\n`;

describe.skipIf(CHROMIUM === undefined)("changes on the page", { timeout: 180_000 }, () => {
  let at: PagePlace;

  beforeAll(async () => {
    at = await openPagePlace();
    await addSilentAgent(at);
  });
  afterAll(() => at[Symbol.asyncDispose]());

  /** A session that edits without asking, in a folder of its own. */
  const open = async (name: string, browsers = 1, agent = "script"): Promise<Review> => {
    const folder = at.place.file(name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "lines.txt"), OLD);
    const id = await at.createSession({ agent, working_dir: folder, level: "bypass" });
    const pages = await Promise.all(Array.from({ length: browsers }, () => at.open()));
    for (const page of pages) await page.goto(`${at.served.url}/#/sessions/${id}`);
    return new Review(folder, pages);
  };

  it("are undone, redone and kept by hunk, in all browsers and on the disk", async () => {
    const review = await open("by-hunk", 2);
    await review.prompt("edit lines.txt line 5 => FIVE\nedit lines.txt line 30 => THIRTY\nsay Done.");
    for (const changes of review.all) {
      await changes.getByRole("button", { name: "Undo hunk 2 of lines.txt" }).waitFor();
    }
    expect(await review.read()).toBe(`${LINES.with(4, "FIVE").with(29, "THIRTY").join("\n")}\n`);
    await review.press("Undo hunk 1 of lines.txt");
    for (const changes of review.all) {
      await changes.getByRole("group", { name: "Hunk 1 of lines.txt" }).getByText("Undone").waitFor();
    }
    expect(await review.read()).toBe(`${LINES.with(29, "THIRTY").join("\n")}\n`);
    await review.press("Redo hunk 1 of lines.txt", 1);
    await review.changes.getByRole("button", { name: "Undo hunk 1 of lines.txt" }).waitFor();
    expect(await review.read()).toBe(`${LINES.with(4, "FIVE").with(29, "THIRTY").join("\n")}\n`);
    await review.press("Keep hunk 2 of lines.txt");
    for (const changes of review.all) {
      await changes.getByRole("group", { name: "Hunk 2 of lines.txt" }).getByText("Kept").waitFor();
    }
    expect(at.complaints).toEqual([]);
  });

  it("are undone and redone by file and all at once", async () => {
    const review = await open("by-file");
    await review.prompt("edit lines.txt line 5 => FIVE\nwrite new.txt one\\n\nsay Done.");
    await review.changes.getByRole("region", { name: "Changes to new.txt" }).waitFor();
    await review.press("Undo new.txt");
    await review.press("Redo new.txt");
    await review.press("Keep new.txt");
    await review.changes.getByRole("region", { name: "Changes to new.txt" }).getByText("Kept").first().waitFor();
    await review.press("Undo all");
    await review.changes.getByRole("button", { name: "Redo lines.txt" }).waitFor();
    expect(await review.read()).toBe(OLD);
    expect(existsSync(join(review.folder, "new.txt"))).toBe(true);
    await review.press("Redo all");
    await review.changes.getByRole("button", { name: "Undo lines.txt" }).waitFor();
    expect(await review.read()).toBe(`${LINES.with(4, "FIVE").join("\n")}\n`);
    await review.changes.getByRole("button", { name: "Before" }).first().click();
    await review.changes.getByRole("region", { name: "lines.txt before the change" }).getByText("line 5").waitFor();
    expect(at.complaints).toEqual([]);
  });

  it("say why an undo was refused, and overwrite the file if a person wants that", async () => {
    const review = await open("refused");
    await review.prompt("edit lines.txt line 5 => FIVE\nsay Done.");
    const file = review.changes.getByRole("region", { name: "Changes to lines.txt" });
    await file.getByRole("button", { name: "Undo hunk 1 of lines.txt" }).waitFor();
    const mine = `${LINES.with(4, "MINE").join("\n")}\n`;
    await writeFile(join(review.folder, "lines.txt"), mine);
    await review.press("Undo hunk 1 of lines.txt");
    await file.getByText(/^Not undone: These lines were edited since/).waitFor();
    await review.press("Undo lines.txt");
    await file.getByText("Not undone: It was changed since, so it is left as it is").waitFor();
    expect(await review.read()).toBe(mine);
    expect(await findViolations(review.page, ".changes")).toEqual([]);
    await review.press("Overwrite lines.txt");
    await file.getByRole("button", { name: "Redo lines.txt" }).waitFor();
    expect(await review.read()).toBe(OLD);
    expect(at.complaints).toEqual([]);
  });

  it("are marked if nobody was asked about them", async () => {
    const review = await open("unasked", 1, "silent");
    await review.prompt(`lines.txt ${LINES.with(4, "FIVE").join("\n")}`);
    await review.changes.getByRole("region", { name: "Changes to lines.txt" }).getByText("not approved").waitFor();
    expect(at.complaints).toEqual([]);
  });

  it("are shown safely and in part, however long they are and whatever their names hide", async () => {
    const review = await open("hostile", 1, "silent");
    await review.prompt("safe\u202Etxt.html 10000 lines");
    const file = review.changes.getByRole("region", { name: "Changes to safe<U+202E>txt.html" });
    await file.getByText("<b>0</b>", { exact: true }).waitFor();
    await file.getByRole("button", { name: /^Show 2,000 more of 10,000 lines/ }).click();
    await file.getByText("<b>2399</b>", { exact: true }).waitFor();
    await review.press("Undo safe<U+202E>txt.html");
    await file.getByRole("button", { name: "Redo safe<U+202E>txt.html" }).waitFor();
    expect(existsSync(join(review.folder, "safe\u202Etxt.html"))).toBe(false);
    expect(at.complaints).toEqual([]);
  });

  it("are shown while the turn runs, and an undo waits for its end", async () => {
    const review = await open("live");
    await review.prompt(`edit lines.txt line 5 => FIVE\nrun sh -c "while [ ! -e go ]; do sleep 0.1; done"\nsay Done.`);
    await review.changes.getByText("A turn is running").waitFor();
    await review.changes.getByRole("group", { name: "Hunk 1 of lines.txt" }).getByText("FIVE").waitFor();
    await review.press("Undo hunk 1 of lines.txt");
    await review.changes.getByText("Waiting for the turn to end").waitFor();
    await writeFile(join(review.folder, "go"), "");
    await review.changes.getByRole("button", { name: "Redo hunk 1 of lines.txt" }).waitFor();
    expect(await review.read()).toBe(OLD);
    expect(at.complaints).toEqual([]);
  });
});

/** Writes a text, or a number of lines, into a file, in its own process, and never says so. */
const SILENT_AGENT = `
const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
let folder = "";
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") answer(id, { protocolVersion: 1, agentCapabilities: {} });
  else if (method === "session/new") answer(id, { sessionId: (folder = params.cwd) });
  else if (method === "session/prompt") {
    const [, name, text] = /^(\\S+) ([^]*)$/.exec(params.prompt.at(-1).text);
    const [, count] = /^(\\d+) lines$/.exec(text) ?? [];
    const lines = count && Array.from({ length: Number(count) }, (_, index) => "<b>" + index + "</b>").join("\\n");
    require("node:fs").writeFileSync(folder + "/" + name, lines ?? text);
    answer(id, { stopReason: "end_turn" });
  } else if (id !== undefined) answer(id, {});
});`;

async function addSilentAgent({ place, served }: PagePlace): Promise<void> {
  const file = place.file("silent-agent.cjs");
  await writeFile(file, SILENT_AGENT);
  const response = await fetch(`${served.url}/agent/programs`, {
    method: "POST",
    headers: { authorization: `Bearer ${served.token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "silent", command: process.execPath, args: [file] }),
  });
  expect(response.status).toBe(201);
}

class Review {
  readonly folder: string;
  readonly pages: readonly Page[];

  constructor(folder: string, pages: readonly Page[]) {
    this.folder = folder;
    this.pages = pages;
  }

  get all(): readonly Locator[] {
    return this.pages.map((page) => page.getByRole("region", { name: "Changed files" }));
  }

  get page(): Page {
    const [first] = this.pages;
    if (first === undefined) throw new Error("No page is open");
    return first;
  }

  get changes(): Locator {
    return this.page.getByRole("region", { name: "Changed files" });
  }

  async prompt(text: string): Promise<void> {
    await this.page.getByRole("textbox", { name: "Message" }).fill(text);
    await this.page.keyboard.press("Enter");
  }

  async press(name: string, browser = 0): Promise<void> {
    await this.all[browser]?.getByRole("button", { name, exact: true }).click();
  }

  read(): Promise<string> {
    return readFile(join(this.folder, "lines.txt"), "utf8");
  }
}
