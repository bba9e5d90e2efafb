// `!command` in the chat: it runs in the session's folder, under its rules, and the agent sees it with the next prompt.
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KEY, leave, openChat, openReady } from "./chat-driver.ts";
import { openPlace, type Place } from "./run-parley.ts";
import { serve } from "./serve/served.ts";

let place: Place;
beforeEach(async () => {
  place = await openPlace();
});
afterEach(() => place[Symbol.asyncDispose]());

describe("!command", () => {
  it("runs at once, shows its output, and the agent gets it with the next prompt", async () => {
    await using server = await serve(place, ["--cwd", place.work]);
    expect(server.url).toContain("127.0.0.1");
    using chat = await openReady(place);
    chat.types("!echo made > made.txt; echo sh''own\r");
    await chat.sees("✓ $ echo made > made.txt");
    await chat.sees("  shown");
    expect(await readFile(place.file("made.txt"), "utf8")).toBe("made\n");
    chat.types("say hello\r");
    await chat.sees("\nhello");
    const { stdout } = await place.run(["agents", "traffic", "script"]);
    expect(stdout).toContain("The user ran a command in the session's folder:");
    expect(stdout).toContain("It wrote:\\nshown");
    expect(await leave(chat)).toBe(0);
  });

  it("shows how it failed, and Esc ends one that runs", async () => {
    using chat = await openReady(place);
    chat.types("!exit 3\r");
    await chat.sees("✗ $ exit 3");
    await chat.sees("exit code 3");
    chat.types("!echo be''gun; sleep 1000\r");
    await chat.sees("  begun");
    chat.types(KEY.escape);
    await chat.sees("✗ $ echo be''gun");
    expect(await leave(chat)).toBe(0);
  });

  it("is refused by a rule, although a person typed it", async () => {
    expect(await place.run(["rules", "add", "deny", "execute(touch *)"])).toMatchObject({ code: 0 });
    using chat = await openReady(place);
    chat.types("!touch made\r");
    await chat.sees("✗ Not run:");
    await chat.sees("parley rules list");
    expect(await leave(chat)).toBe(0);
    await expect(readFile(place.file("made"))).rejects.toThrow("ENOENT");
  });

  it("is asked about if it is dangerous, and is over with the answer", async () => {
    await mkdir(place.file("kept"));
    using chat = await openReady(place, { args: ["--level", "bypass"] });
    chat.types("!rm -rf kept\r");
    await chat.sees("you typed it");
    await chat.sees("Permanently deletes");
    await chat.sees("n  Reject");
    chat.types("n");
    await chat.sees("✗ $ rm -rf kept");
    await chat.sees("rejected");
    expect(existsSync(place.file("kept"))).toBe(true);
    // The level is about the agent: a person who is there is asked, even where an agent would be refused.
    chat.types("/level autopilot\r");
    await chat.sees("Approval is now autopilot.");
    chat.types("!rm -rf kept\r");
    await chat.sees("n  Reject");
    chat.types("y");
    await chat.sees("✓ $ rm -rf kept");
    expect(existsSync(place.file("kept"))).toBe(false);
    expect(await leave(chat)).toBe(0);
    // One call for each, and none that still runs.
    const { stdout } = await place.run(["sessions", "show", "latest", "--json"]);
    const calls = [...stdout.matchAll(/"toolCallId":"(parley-[^"]*)"/g)].map(([, id]) => id);
    expect(new Set(calls).size).toBe(2);
  });

  it("is seen by another chat on the same session", async () => {
    await using server = await serve(place, ["--cwd", place.work]);
    expect(server.url).toContain("127.0.0.1");
    using one = await openReady(place);
    one.types("say hello\r");
    await one.sees("\nhello");
    using other = openChat(place, { args: ["--continue"] });
    await other.sees("Resuming");
    await other.sees("Describe a task");
    one.types("!echo fro''m one\r");
    await one.sees("  from one");
    await other.sees("  from one");
    expect(await leave(one)).toBe(0);
    expect(await leave(other)).toBe(0);
  });
});
