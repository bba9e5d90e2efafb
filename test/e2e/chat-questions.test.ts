// Questions in the chat: four answers at first, another way to do it, details on demand, answers from elsewhere.
import { readFile, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KEY, leave, openChat, openReady, READY } from "./chat-driver.ts";
import { openPlace, type Place } from "./run-parley.ts";
import { serve } from "./serve/served.ts";

let place: Place;
beforeEach(async () => {
  place = await openPlace();
});
afterEach(() => place[Symbol.asyncDispose]());

/** With a model that is named, the chat does not offer to add one. */
const OWN = { PARLEY_AGENT: "parley", PARLEY_MODEL: "offline/script" };

describe("a permission", () => {
  it("has four answers at first, and the others on demand", async () => {
    using chat = await openReady(place, { env: OWN });
    chat.types("write a.txt one\r");
    for (const row of [
      "y  Allow once",
      "a  Allow writing a.txt for this session",
      "f  Always allow writing a.txt in this folder",
      "n  Reject",
      "r no, do this instead · m more · Ctrl-O details",
    ])
      await chat.sees(row);
    chat.types("m");
    await chat.sees("d  Never allow writing a.txt in this folder");
    chat.types("d");
    await chat.sees("rejected");
    chat.types("write a.txt two\r");
    await chat.sees("rejected");
    expect(chat.unread).not.toContain("Allow once");
    expect(await leave(chat)).toBe(0);
  });

  it("is remembered for the session", async () => {
    using chat = await openReady(place, { env: OWN });
    chat.types("write a.txt one\r");
    await chat.sees("a  Allow writing a.txt for this session");
    chat.types("a");
    await chat.sees("1 file changed");
    chat.types("write a.txt two\r");
    await chat.sees("1 file changed");
    expect(await readFile(place.file("a.txt"), "utf8")).toBe("two");
    expect(await leave(chat)).toBe(0);
  });

  it("is rejected with a line that reaches the agent", async () => {
    using chat = await openReady(place, { env: OWN });
    chat.types("run touch made\r");
    await chat.sees("r no, do this instead");
    chat.types("r");
    await chat.sees("What should Parley do instead?");
    chat.types("make a folder\r");
    await chat.sees("rejected: make a folder");
    // The script model answers with what the tool returned.
    await chat.sees("The user rejected this call (make a folder)");
    expect(await leave(chat)).toBe(0);
    await expect(readFile(place.file("made"))).rejects.toThrow("ENOENT");
  });

  it("shows everything in place, and leaves nothing of it behind", async () => {
    await writeFile(place.file("a.txt"), Array.from({ length: 80 }, (_, line) => `old ${line}\n`).join(""));
    using chat = await openReady(place);
    chat.types("write a.txt all new\r");
    await chat.sees("1 − old 0");
    await chat.sees("1 + all new");
    await chat.sees("more rows (Ctrl-O shows all)");
    chat.types(KEY.ctrlO);
    await chat.sees("scroll · Esc back");
    chat.types("\u001b[F");
    await chat.sees("80 − old 79");
    chat.types(KEY.escape);
    await chat.sees("r no, do this instead");
    chat.types("n");
    await chat.sees("rejected");
    await chat.sees(READY);
    expect(await leave(chat)).toBe(0);
    // Only the live region may have the question, and it is gone.
    expect(chat.unread).not.toContain("Allow");
  });
});

describe("two chats on one session", () => {
  it("both show the question, the first answer counts, and the other one says so", async () => {
    await using server = await serve(place, ["--cwd", place.work]);
    expect(server).toBeDefined();
    using one = await openReady(place, { env: OWN });
    one.types("write a.txt x\r");
    await one.sees("y  Allow once");
    using other = openChat(place, { args: ["--continue"], env: OWN });
    await other.sees("y  Allow once");
    other.types("y");
    await one.sees("Create a.txt: answered in another window");
    await one.sees("1 file changed");
    await other.sees("1 file changed");
    expect(await leave(one)).toBe(0);
    expect(await leave(other)).toBe(0);
  });
});
