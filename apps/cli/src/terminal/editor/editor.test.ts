import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_MODIFIERS, type Key, type KeyName, type Modifiers } from "../keys/key.ts";
import { EDITOR_CHARS_MAX, UNDO_STEPS_MAX } from "../../limits.ts";
import { charactersOf } from "../width.ts";
import { changeOf } from "./edit-by-key.ts";
import { EMPTY_EDITOR, withText, type EditorState } from "./editor-state.ts";
import { layOut, moveRows } from "./layout.ts";

const FAMILY = "👩‍👩‍👧";
const text = (typed: string): Key => ({ type: "text", text: typed });
const ctrl = (letter: string): Key => ({ type: "chord", text: letter, ...NO_MODIFIERS, ctrl: true });
const alt = (letter: string): Key => ({ type: "chord", text: letter, ...NO_MODIFIERS, alt: true });
const key = (name: KeyName, held: Partial<Modifiers> = {}): Key => ({ type: "key", name, ...NO_MODIFIERS, ...held });

function press(state: EditorState, ...keys: readonly Key[]): EditorState {
  return keys.reduce((before, pressed) => changeOf(pressed)?.(before) ?? before, state);
}

/** The text with a bar at the cursor. */
function shown({ text: whole, cursor }: EditorState): string {
  return `${whole.slice(0, cursor)}|${whole.slice(cursor)}`;
}

/** The other way round. */
function editor(drawn: string): EditorState {
  const cursor = drawn.indexOf("|");
  return withText(EMPTY_EDITOR, drawn.replace("|", ""), cursor);
}

describe("the line editor", () => {
  it.each([
    ["types", "a|c", [text("b")], "ab|c"],
    ["deletes what a person sees as one", `a${FAMILY}|`, [key("backspace")], "a|"],
    ["deletes forward", "a|bc", [key("delete")], "a|c"],
    ["moves by characters", `a${FAMILY}|b`, [key("left")], `a|${FAMILY}b`],
    ["moves by words", "one two|", [alt("b"), alt("b")], "|one two"],
    ["moves to the end of a word", "|one, two", [key("right", { ctrl: true }), alt("f")], "one, two|"],
    ["moves within its line", "one\ntwo| x\nthree", [ctrl("a")], "one\n|two x\nthree"],
    ["moves to the line's end", "one\nt|wo\nthree", [ctrl("e")], "one\ntwo|\nthree"],
    ["kills to the end of the line", "one\nt|wo\nthree", [ctrl("k")], "one\nt|\nthree"],
    ["kills the line break at the end of a line", "one|\ntwo", [ctrl("k")], "one|two"],
    ["kills to the start of the line", "one\ntw|o", [ctrl("u")], "one\n|o"],
    ["kills a word with what belongs to it", "see src/a.ts|", [ctrl("w")], "see |"],
    ["kills a small word", "see src/a.ts|", [key("backspace", { alt: true })], "see src/a.|"],
    ["yanks", "one two|", [ctrl("w"), ctrl("a"), ctrl("y")], "two|one "],
    ["yanks several kills as one", "one two|", [ctrl("w"), ctrl("w"), ctrl("y")], "one two|"],
    ["yanks what was killed before", "a b|", [ctrl("w"), ctrl("a"), ctrl("k"), ctrl("y"), alt("y")], "b|"],
    ["undoes word by word", "|", [text("one"), text(" two"), ctrl("_")], "one|"],
    ["undoes a kill", "one two|", [ctrl("u"), ctrl("_")], "one two|"],
    ["starts a new line", "a|b", [key("enter", { alt: true })], "a\n|b"],
    ["starts a new line with Ctrl-J", "a|", [ctrl("j")], "a\n|"],
    [
      "keeps the lines and tabs of a paste, not its escapes",
      "|",
      [{ type: "paste", text: "a\n\tb\u001b[31m" }],
      "a\n\tb|",
    ],
  ] as const)("%s", (_what, before, keys, after) => {
    expect(shown(press(editor(before), ...keys))).toBe(after);
  });

  it("has a maximum length", () => {
    const full = press(EMPTY_EDITOR, { type: "paste", text: "x".repeat(EDITOR_CHARS_MAX + 5) }, text("y"));
    expect(full.text.length).toBe(EDITOR_CHARS_MAX);
    const busy = press(EMPTY_EDITOR, ...Array.from({ length: UNDO_STEPS_MAX + 50 }, () => text(" ")));
    expect(busy.undo.length).toBeLessThanOrEqual(UNDO_STEPS_MAX);
  });

  it("keeps the cursor between characters, and undo restores everything", () => {
    const keys = fc.constantFrom<Key>(
      text("a"),
      text(" "),
      text(FAMILY),
      text("e\u0301"),
      text("日"),
      { type: "paste", text: "x\ny" },
      ...["a", "b", "d", "e", "f", "k", "u", "w", "y"].map(ctrl),
      ...["b", "d", "f", "y"].map(alt),
      key("left"),
      key("right"),
      key("backspace"),
      key("delete"),
      key("enter", { alt: true }),
    );
    fc.assert(
      fc.property(fc.array(keys, { maxLength: 40 }), (pressed) => {
        let state = EMPTY_EDITOR;
        for (const one of pressed) {
          state = press(state, one);
          const starts = charactersOf(state.text).reduce((all, part) => [...all, (all.at(-1) ?? 0) + part.length], [0]);
          expect(starts).toContain(state.cursor);
        }
        while (state.undo.length > 0) state = press(state, ctrl("_"));
        expect(state.text).toBe("");
      }),
    );
  });
});

describe("the rows of the editor", () => {
  const rowsOf = (drawn: string, columns: number): unknown => {
    const { rows, cursorRow, cursorColumn } = layOut(editor(drawn), columns);
    return [rows.map((row) => row.text), cursorRow, cursorColumn];
  };

  it("wrap at the width of the terminal", () => {
    expect(rowsOf("abcdef|gh", 4)).toEqual([["abcd", "efgh", ""], 1, 2]);
    expect(rowsOf("日本|語", 4)).toEqual([["日本", "語"], 1, 0]);
    expect(rowsOf("a\n|\nb", 4)).toEqual([["a", "", "b"], 1, 0]);
    expect(rowsOf("\t|x", 10)).toEqual([["\tx"], 0, 4]);
  });

  it("are followed by up and down, which keep the column", () => {
    const up = (state: EditorState): EditorState => moveRows(state, -1, 10) ?? state;
    const down = (state: EditorState): EditorState => moveRows(state, 1, 10) ?? state;
    const start = editor("long line\nab\nlong l|ine");
    expect(shown(up(start))).toBe("long line\nab|\nlong line");
    expect(shown(up(up(start)))).toBe("long l|ine\nab\nlong line");
    expect(shown(down(down(up(up(start)))))).toBe(shown(start));
    expect(moveRows(editor("a|"), -1, 10)).toBeUndefined();
    expect(moveRows(editor("a|"), 1, 10)).toBeUndefined();
  });

  it("place the cursor according to the text", () => {
    const texts = fc.array(fc.constantFrom("a", "日", "\n", FAMILY, "\t", " "), { maxLength: 30 });
    fc.assert(
      fc.property(texts, fc.nat(30), fc.integer({ min: 4, max: 12 }), (parts, place, columns) => {
        const whole = parts.join("");
        const cursor = parts.slice(0, place).join("").length;
        const { rows, cursorRow, cursorColumn } = layOut({ text: whole, cursor }, columns);
        const row = rows[cursorRow];
        expect(row).toBeDefined();
        expect(cursor).toBeGreaterThanOrEqual(row?.start ?? Infinity);
        expect(cursor).toBeLessThanOrEqual((row?.start ?? 0) + (row?.text.length ?? 0));
        expect(cursorColumn).toBeLessThanOrEqual(columns);
        expect(rows.map(({ text: part }) => part).join("")).toBe(whole.replaceAll("\n", ""));
      }),
    );
  });
});
