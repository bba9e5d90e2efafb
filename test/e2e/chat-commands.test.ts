// Slash commands and keys of the chat: modes, levels, other agents, search, export, plans, questions of other sessions.
import type { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { readFile, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KEY, leave, openReady } from "./chat-driver.ts";
import { openPlace, type Place } from "./run-parley.ts";
import { serve } from "./serve/served.ts";

let place: Place;
beforeEach(async () => {
  place = await openPlace();
});
afterEach(() => place[Symbol.asyncDispose]());

describe("the approval level", () => {
  it("is in the status line, changes with Ctrl-T and /level, and counts at once", async () => {
    using chat = await openReady(place);
    await chat.sees("· supervised");
    chat.types(KEY.ctrlT);
    await chat.sees("· auto");
    // Quick presses are counted: once round, and one further.
    chat.types(KEY.ctrlT.repeat(5));
    await chat.sees("· bypass");
    chat.types("write a.txt without a question\r");
    await chat.sees("1 file changed");
    chat.types("/level supervised\r");
    await chat.sees("Approval is now supervised.");
    chat.types("write a.txt with one\r");
    await chat.sees("n  Reject");
    chat.types("n");
    await chat.sees("rejected");
    expect(await leave(chat)).toBe(0);
    expect(await readFile(place.file("a.txt"), "utf8")).toBe("without a question");
  });
});

/** An answer is shown a moment before its turn is over, and a running turn is not handed over. */
async function handOver(chat: PseudoTerminal, from: string, to: string): Promise<void> {
  const [isDone, isEarly] = [`Handed over from ${from} to ${to}`, "A turn is running"];
  for (let seen = isEarly; seen === isEarly;) {
    chat.types(`/agent ${to}\r`);
    const find = (): string | undefined => [isDone, isEarly].find((text) => chat.unread.includes(text));
    await expect.poll(find).toBeDefined();
    seen = find() ?? isEarly;
    await chat.sees(seen);
  }
}

it("hands the conversation over to another agent", async () => {
  using chat = await openReady(place);
  chat.types("say the secret word is pear\r");
  await chat.sees("\nthe secret word is pear");
  await handOver(chat, "script", "qa");
  await chat.sees("continues the conversation");
  // Typed at once, and still for the other agent.
  chat.types("/agent script\r");
  chat.types("say done\r");
  await chat.sees("Handed over from qa to script");
  await chat.sees("\ndone");
  await handOver(chat, "script", "qa");
  await chat.sees("QA engineer");
  expect(await leave(chat)).toBe(0);
});

it("finds what was said in another session, and opens it", async () => {
  expect(await place.run(["run", "say a pineapple is yellow"])).toMatchObject({ code: 0 });
  using chat = await openReady(place);
  chat.types("/search pineapple\r");
  await chat.sees("Open which session?");
  chat.types("\r");
  await chat.sees("Resuming: say a pineapple is yellow");
  chat.types("/search nothingofthekind\r");
  await chat.sees("No results.");
  expect(await leave(chat)).toBe(0);
});

it("exports the session, and overwrites nothing", async () => {
  await writeFile(place.file("there.md"), "mine");
  using chat = await openReady(place);
  chat.types("say a sentence to export\r");
  await chat.sees("\na sentence to export");
  chat.types("/export there.md\r");
  await chat.sees("already exists");
  chat.types("/export talk.md\r");
  await chat.sees("Exported the session to");
  chat.types("/export talk.ndjson\r");
  await chat.sees("talk.ndjson");
  chat.types("/export talk.txt\r");
  await chat.sees("must end with .md, .json or .ndjson");
  expect(await leave(chat)).toBe(0);
  expect(await readFile(place.file("there.md"), "utf8")).toBe("mine");
  expect(await readFile(place.file("talk.md"), "utf8")).toContain("a sentence to export");
  expect((await readFile(place.file("talk.ndjson"), "utf8")).trim().split("\n").length).toBeGreaterThan(3);
});

it("shows the plan", async () => {
  using chat = await openReady(place);
  chat.types("/plan\r");
  await chat.sees("The agent has not made a plan.");
  chat.types("plan Read it; Write it\r");
  await chat.sees("Plan");
  await chat.sees("Write it");
  chat.types("/plan\r");
  await chat.sees("Plan  ");
  await chat.sees("Read it");
  expect(await leave(chat)).toBe(0);
});

it("answers a question of another session, and Esc leaves it open", async () => {
  await using server = await serve(place, ["--cwd", place.work]);
  expect(await place.run(["run", "--detach", "write a.txt from elsewhere"])).toMatchObject({ code: 0 });
  using chat = await openReady(place);
  await expect
    .poll(
      async () =>
        ((await (await server.fetch("/interactions?state=pending")).json()) as { interactions: [] }).interactions
          .length,
    )
    .toBe(1);
  chat.types("/questions\r");
  await chat.sees("Which question?");
  chat.types("\r");
  await chat.sees("Esc leave it open");
  chat.types(KEY.escape);
  await chat.sees("Describe a task");
  chat.types("/questions\r");
  await chat.sees("Which question?");
  chat.types("\r");
  await chat.sees("y  Allow");
  chat.types("y");
  await chat.sees("Answered.");
  await expect.poll(() => readFile(place.file("a.txt"), "utf8").catch(() => "")).toBe("from elsewhere");
  chat.types("/questions\r");
  await chat.sees("No open questions.");
  expect(await leave(chat)).toBe(0);
});
