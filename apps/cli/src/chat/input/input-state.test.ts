import { describe, expect, it } from "vitest";
import { complete, type CommandEntry } from "@parley/chat-model";
import { toKey } from "../testing/keys.ts";
import { emptyInput, reduceInput, submitted, type InputState, type Intent } from "./input-state.ts";

const COMMANDS: readonly CommandEntry[] = [
  { name: "help", description: "Keys and commands" },
  { name: "mode", description: "Switch the mode", hint: "[MODE]", choices: [{ value: "code" }, { value: "chat" }] },
  { name: "model", description: "Switch the model", hint: "[MODEL]", choices: [] },
  { name: "review", description: "The agent's", hint: "what" },
];
const FILES = ["src/main.ts", "src/map.ts", "README.md", "docs/my notes.md"];

class Typist {
  state: InputState;
  readonly intents: Intent[] = [];
  hasQueued = false;

  constructor(history: readonly string[] = []) {
    this.state = emptyInput(history);
  }

  press(...said: readonly string[]): this {
    for (const word of said) {
      const { state, intent } = reduceInput(this.state, toKey(word), {
        columns: 40,
        hasQueued: this.hasQueued,
        complete: (text, cursor) =>
          complete(text, cursor, { commands: COMMANDS, files: FILES, wantFiles: () => undefined }),
      });
      this.state = state;
      if (intent !== undefined) this.intents.push(intent);
    }
    return this;
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
    expect(typist.intents).toEqual([{ type: "submit", text: "one\ntwo\nthree" }]);
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
    expect(new Typist().press("/he", "enter").intents).toEqual([{ type: "submit", text: "/help" }]);
    const typist = new Typist().press("/rev", "enter");
    expect([typist.text, typist.intents]).toEqual(["/review ", []]);
    const closed = new Typist().press("/he", "escape");
    expect([closed.menu, closed.intents]).toEqual([undefined, []]);
  });

  it("offers what a command takes", () => {
    const typist = new Typist().press("/mode ");
    expect(typist.menu).toEqual([">code", "chat"]);
    expect(typist.press("ch", "enter").intents).toEqual([{ type: "submit", text: "/mode chat" }]);
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
    expect(new Typist().press("/help", "enter").intents).toEqual([{ type: "submit", text: "/help" }]);
  });
});
