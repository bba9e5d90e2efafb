import { describe, expect, it } from "vitest";
import { complete, type CommandEntry } from "@parley/chat-model";
import type { Key } from "../../terminal/keys/key.ts";
import { EDITOR_CHARS_MAX } from "../../limits.ts";
import { toKey } from "../testing/keys.ts";
import { emptyInput, reduceInput, submitted, type InputState, type Intent } from "./input-state.ts";

const COMMANDS: readonly CommandEntry[] = [
  { name: "help", description: "Keys and commands" },
  { name: "mode", description: "Switch the mode", hint: "[MODE]", choices: [{ value: "code" }, { value: "chat" }] },
  { name: "model", description: "Switch the model", hint: "[MODEL]", choices: [] },
  { name: "review", description: "The agent's", hint: "what" },
];
const FILES = ["src/main.ts", "src/map.ts", "README.md", "docs/my notes.md"];

const submit = (text: string, isNow = false): Intent => ({ type: "submit", prompt: { text, attached: [] }, isNow });

class Typist {
  state: InputState;
  readonly intents: Intent[] = [];
  hasQueued = false;

  constructor(history: readonly string[] = []) {
    this.state = emptyInput(history);
  }

  press(...said: readonly string[]): this {
    for (const word of said) this.key(toKey(word));
    return this;
  }

  key(key: Key): this {
    const { state, intent } = reduceInput(this.state, key, {
      columns: 40,
      hasQueued: this.hasQueued,
      mentionImage: (pasted) => (pasted === "/x/a b.png" ? '@"/x/a b.png"' : undefined),
      complete: (text, cursor) =>
        complete(text, cursor, { commands: COMMANDS, files: FILES, wantFiles: () => undefined }),
    });
    this.state = state;
    if (intent !== undefined) this.intents.push(intent);
    return this;
  }

  paste(text: string): this {
    return this.key({ type: "paste", text });
  }

  get text(): string {
    return this.state.editor.text;
  }

  get menu(): string[] | undefined {
    return this.state.menu?.items.map(({ label }, index) =>
      index === this.state.menu?.selected ? `>${label}` : label,
    );
  }
}

describe("the input", () => {
  it("sends with Enter, and starts a line with Alt-Enter or a backslash", () => {
    const typist = new Typist().press("one", "alt-enter", "two\\", "enter", "three", "enter");
    expect(typist.intents).toEqual([submit("one\ntwo\nthree")]);
  });

  it("sends nothing that is empty", () => {
    expect(new Typist().press("enter", "  ", "enter").intents).toEqual([]);
  });

  it.each([
    [["ctrl-c"], "interrupt"],
    [["escape"], "escape"],
    [["ctrl-d"], "leave"],
    [["ctrl-o"], "toggle_details"],
    [["ctrl-z"], "suspend"],
    [["ctrl-l"], "redraw"],
    [["shift-tab"], "next_mode"],
    [["ctrl-t"], "next_level"],
    [["ctrl-g"], "open_editor"],
    [["ctrl-v"], "paste_image"],
    [["ctrl-s"], "steer_queued"],
    [["alt-escape"], "escape_twice"],
    [["?"], "show_keys"],
  ] as const)("understands %j as %s", (keys, type) => {
    expect(new Typist().press(...keys).intents).toEqual([{ type }]);
  });

  it("takes Ctrl-D for deleting where there is something to delete", () => {
    const typist = new Typist().press("ab", "ctrl-a", "ctrl-d");
    expect([typist.text, typist.intents]).toEqual(["b", []]);
  });
});

describe("the history", () => {
  it("is gone through with up and down, and the draft comes back", () => {
    const typist = new Typist(["first", "second\nline"]).press("draft", "up");
    expect(typist.text).toBe("second\nline");
    expect(typist.press("up", "up").text).toBe("first");
    expect(typist.press("up").text).toBe("first");
    expect(typist.press("down", "down", "down").text).toBe("draft");
  });

  it("moves within a text of several lines first", () => {
    const typist = new Typist(["old"]).press("one", "alt-enter", "two", "up");
    expect(typist.text).toBe("one\ntwo");
    expect(typist.press("up").text).toBe("old");
  });

  it("is searched with Ctrl-R", () => {
    const typist = new Typist(["fix the test", "run it", "write a Test"]).press("draft", "ctrl-r", "test");
    expect(typist.text).toBe("write a Test");
    expect(typist.press("ctrl-r").text).toBe("fix the test");
    expect(typist.press("ctrl-r").text).toBe("fix the test");
    expect(typist.press("enter").state.search).toBeUndefined();
    expect([typist.text, typist.intents]).toEqual(["fix the test", []]);
    expect(typist.press("ctrl-r", "nothing", "escape").text).toBe("fix the test");
    expect(typist.press("ctrl-r", "run", "ctrl-a", "X").text).toBe("Xrun it");
  });

  it("is left for the queue when something waits", () => {
    const typist = new Typist(["old"]);
    typist.hasQueued = true;
    expect(typist.press("up").intents).toEqual([{ type: "edit_queued" }]);
  });

  it("has what was sent", () => {
    const typist = new Typist([]).press("one");
    typist.state = submitted(typist.state, ["one"]);
    expect(typist.press("up").text).toBe("one");
  });
});

describe("the menu", () => {
  it("lists commands after a slash, and narrows", () => {
    const typist = new Typist().press("/");
    expect(typist.menu).toEqual([">/help", "/mode [MODE]", "/model [MODEL]", "/review what"]);
    expect(typist.press("mo").menu).toEqual([">/mode [MODE]", "/model [MODEL]"]);
    expect(typist.press("down").menu).toEqual(["/mode [MODE]", ">/model [MODEL]"]);
    expect(typist.press("x").menu).toBeUndefined();
  });

  it("completes with Tab, sends a whole command with Enter, and closes with Escape", () => {
    expect(new Typist().press("/he", "tab").text).toBe("/help");
    expect(new Typist().press("/he", "enter").intents).toEqual([submit("/help")]);
    const typist = new Typist().press("/rev", "enter");
    expect([typist.text, typist.intents]).toEqual(["/review ", []]);
    const closed = new Typist().press("/he", "escape");
    expect([closed.menu, closed.intents]).toEqual([undefined, []]);
  });

  it("offers what a command takes", () => {
    const typist = new Typist().press("/mode ");
    expect(typist.menu).toEqual([">code", "chat"]);
    expect(typist.press("ch", "enter").intents).toEqual([submit("/mode chat")]);
  });

  it("finds files after an @, also in the middle", () => {
    const typist = new Typist().press("see @ma");
    expect(typist.menu?.slice(0, 2)).toEqual([">src/map.ts", "src/main.ts"]);
    expect(typist.press("down", "tab").text).toBe("see @src/main.ts ");
    expect(typist.press("and @notes", "enter").text).toBe('see @src/main.ts and @"docs/my notes.md" ');
    expect(typist.intents).toEqual([]);
    expect(new Typist().press("mail me@ma").menu).toBeUndefined();
  });

  it("lets Enter send what is typed out already", () => {
    expect(new Typist().press("/help", "enter").intents).toEqual([submit("/help")]);
  });
});

describe("a paste", () => {
  const long = Array.from({ length: 30 }, (_, line) => `line ${line}`).join("\n");

  it("is folded if it is long, and sent in full", () => {
    const typist = new Typist().press("see ").paste(long).press(" please");
    expect(typist.state.folds.map(({ label }) => label)).toEqual(["[Pasted text 1, 30 lines]"]);
    expect(typist.text.length).toBeLessThan(20);
    expect(typist.press("enter").intents).toEqual([submit(`see ${long} please`)]);
  });

  it("is one character to the keys that move and delete", () => {
    const typist = new Typist().paste(long).press("x", "left", "left", "y", "right", "backspace", "enter");
    expect(typist.intents).toEqual([submit("yx")]);
  });

  it("is written out with Tab, and can be edited then", () => {
    const typist = new Typist().paste(long).press("tab", "backspace", "!");
    expect(typist.text).toBe(`${long.slice(0, -1)}!`);
    expect(typist.press("ctrl-_", "ctrl-_", "ctrl-_").press("enter").intents).toEqual([submit(long)]);
  });

  it("stays folded when the input has no room for all of it", () => {
    const typist = new Typist().paste("x".repeat(EDITOR_CHARS_MAX + 1)).press("tab");
    expect(Array.from(typist.text)).toHaveLength(1);
    typist.press("enter");
    expect(typist.intents).toMatchObject([{ prompt: { text: "x".repeat(EDITOR_CHARS_MAX + 1) } }]);
  });

  it("is killed and yanked, but not into the next prompt", () => {
    const typist = new Typist().paste(long).press("ctrl-u", "a", "ctrl-y", "enter");
    expect(typist.intents).toEqual([submit(`a${long}`)]);
    typist.state = submitted(typist.state, []);
    expect(typist.press("ctrl-y").text).toBe("");
  });

  it("of an image's path mentions the image, and an empty one asks for the clipboard", () => {
    expect(new Typist().press("see").paste("/x/a b.png").text).toBe('see @"/x/a b.png" ');
    expect(new Typist().paste("").intents).toEqual([{ type: "paste_image" }]);
  });

  it("cannot bring a mark with it", () => {
    expect(new Typist().paste("a\u{10f000}b").text).toBe("ab");
  });
});

it("sends now with Ctrl-S", () => {
  expect(new Typist().press("stop that", "ctrl-s").intents).toEqual([submit("stop that", true)]);
});
