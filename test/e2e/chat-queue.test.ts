// Prompts during a turn: queued or sent now, returned to the input, and an earlier one edited.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { beginTurn, KEY, leave, openReady, READY } from "./chat-driver.ts";
import { openPlace, type Place } from "./run-parley.ts";

let place: Place;
beforeEach(async () => {
  place = await openPlace();
});
afterEach(() => place[Symbol.asyncDispose]());

const BYPASS = { args: ["--level", "bypass"] };

describe("a prompt during a turn", () => {
  it("is sent now with Ctrl-S: the turn is interrupted, and other prompts keep waiting", async () => {
    using chat = await openReady(place, BYPASS);
    await beginTurn(chat, place);
    chat.types("say later\r");
    await chat.sees("queued › say later");
    chat.types("say first");
    await chat.sees("› say first");
    chat.types(KEY.ctrlS);
    await chat.sees("Cancelled.");
    await chat.sees("\nfirst");
    await chat.sees("\nlater");
    expect(await leave(chat)).toBe(0);
  });

  it("is queued with Enter, and sent now with Ctrl-S in an empty input", async () => {
    using chat = await openReady(place, BYPASS);
    await beginTurn(chat, place);
    chat.types("say it\r");
    await chat.sees("queued › say it");
    chat.types(KEY.ctrlS);
    await chat.sees("Cancelled.");
    await chat.sees("\nit");
    expect(await leave(chat)).toBe(0);
  });

  it("returns to the input when Esc stops the turn, and is not sent", async () => {
    using chat = await openReady(place, BYPASS);
    await beginTurn(chat, place);
    chat.types("say one\r");
    await chat.sees("queued › say one");
    chat.types("say two\r");
    await chat.sees("queued › say two");
    chat.types("half");
    await chat.sees("› half");
    chat.types(KEY.escape);
    for (const row of ["› say one", "  say two", "  half"]) await chat.sees(`${row}\u001b[K`);
    await chat.sees("Cancelled.");
    await chat.sees("  half");
    chat.types(KEY.ctrlC);
    await chat.sees(READY);
    expect(await leave(chat)).toBe(0);
    const { stdout } = await place.run(["sessions", "show", "latest", "--json"]);
    expect(stdout.split("\n").filter((line) => line.includes('"type":"prompt"'))).toHaveLength(1);
  });
});

describe("Esc Esc", () => {
  it("edits an earlier prompt: the conversation continues from before it", async () => {
    using chat = await openReady(place);
    chat.types("say one\r");
    await chat.sees("\none");
    chat.types("say two\r");
    await chat.sees("\ntwo");
    await chat.sees(READY);
    chat.types(KEY.escape);
    await chat.sees("Esc again to edit an earlier prompt");
    chat.types(KEY.escape);
    await chat.sees("Go back to before which prompt?");
    chat.types(`${KEY.down}\r`);
    await chat.sees("The conversation continues from there.");
    await chat.sees("› say one");
    chat.types("\u0017three\r");
    await chat.sees("\nthree");
    expect(await leave(chat)).toBe(0);
    const shown = await place.run(["sessions", "rewind", "latest", "--json"]);
    expect(JSON.parse(shown.stdout).points.map(({ text }: { text: string }) => text)).toEqual(["say three"]);
  });

  it("clears an input that has text, which Ctrl-_ brings back", async () => {
    using chat = await openReady(place);
    chat.types("half a thought");
    await chat.sees("half a thought");
    chat.types(KEY.escape);
    await chat.sees("Esc again to clear the input");
    chat.types(KEY.escape);
    await chat.sees(READY);
    chat.types("\u001f");
    await chat.sees("half a thought");
    expect(await leave(chat)).toBe(0);
  });
});
