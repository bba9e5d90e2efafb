// All edits of the line editor, as functions from one state to the next.
import { withoutControls } from "@parley/base";
import { withoutMarks } from "@parley/chat-model";
import { EDITOR_CHARS_MAX, KILLS_MAX } from "../../limits.ts";
import { nextCharacter, previousCharacter } from "../width.ts";
import { remembered, type ChangeKind, type EditorState } from "./editor-state.ts";
import { bigWordStart, lineEnd, lineStart, wordEnd, wordStart } from "./word-places.ts";

export type Change = (state: EditorState) => EditorState;

export function insert(text: string, kind: ChangeKind = "other"): Change {
  return (state) => {
    const room = EDITOR_CHARS_MAX - state.text.length;
    // Also applies to typed text, because a paste without bracketed paste looks the same.
    const added = withoutMarks(withoutControls(text)).slice(0, Math.max(0, room));
    if (added === "") return state;
    // A space ends an undo step, so that undo works word by word.
    const isNewStep = kind !== "typing" || state.lastChange !== "typing" || /^\s/.test(added);
    return replaced(state, state.cursor, state.cursor, added, kind, isNewStep);
  };
}

/** Inserts a character that stands for a paste or an image. */
export function insertMark(mark: string): Change {
  return (state) => replaced(state, state.cursor, state.cursor, mark, "other", true);
}

/** Replaces the character before the cursor. */
export function replaceBack(text: string): Change {
  return (state) => replaced(state, previousCharacter(state.text, state.cursor), state.cursor, text, "other", true);
}

export const deleteBack: Change = (state) => {
  const start = previousCharacter(state.text, state.cursor);
  return replaced(state, start, state.cursor, "", "deleting", state.lastChange !== "deleting");
};

export const deleteForward: Change = (state) => {
  const end = nextCharacter(state.text, state.cursor);
  return replaced(state, state.cursor, end, "", "deleting", state.lastChange !== "deleting");
};

export const killWordBack: Change = (state) => kill(state, bigWordStart(state.text, state.cursor), state.cursor);
export const killSmallWordBack: Change = (state) => kill(state, wordStart(state.text, state.cursor), state.cursor);
export const killWordForward: Change = (state) => kill(state, state.cursor, wordEnd(state.text, state.cursor));
export const killToLineStart: Change = (state) => {
  const start = lineStart(state.text, state.cursor);
  // At the start of a line, the line break is deleted.
  return kill(state, start === state.cursor ? Math.max(0, start - 1) : start, state.cursor);
};
export const killToLineEnd: Change = (state) => {
  const end = lineEnd(state.text, state.cursor);
  return kill(state, state.cursor, end === state.cursor ? Math.min(state.text.length, end + 1) : end);
};

export const yank: Change = (state) => {
  const index = state.kills.length - 1;
  const text = state.kills[index];
  if (text === undefined) return state;
  const next = replaced(state, state.cursor, state.cursor, text, "other", true);
  return { ...next, yanked: { start: state.cursor, index } };
};

/** Right after a yank, replaces the inserted text with the one killed before it. */
export const yankBefore: Change = (state) => {
  const { yanked, kills } = state;
  if (yanked === undefined || kills.length < 2) return state;
  const index = (yanked.index + kills.length - 1) % kills.length;
  const next = replaced(state, yanked.start, state.cursor, kills[index] ?? "", "other", false);
  return { ...next, yanked: { start: yanked.start, index } };
};

export const undo: Change = (state) => {
  const last = state.undo.at(-1);
  if (last === undefined) return state;
  return {
    ...state,
    ...last,
    undo: state.undo.slice(0, -1),
    lastChange: undefined,
    column: undefined,
    yanked: undefined,
  };
};

function moveTo(place: (text: string, cursor: number) => number): Change {
  return (state) => ({
    ...state,
    cursor: place(state.text, state.cursor),
    lastChange: undefined,
    column: undefined,
    yanked: undefined,
  });
}

export const left = moveTo(previousCharacter);
export const right = moveTo(nextCharacter);
export const toWordStart = moveTo(wordStart);
export const toWordEnd = moveTo(wordEnd);
export const toLineStart = moveTo(lineStart);
export const toLineEnd = moveTo(lineEnd);
export const toStart = moveTo(() => 0);
export const toEnd = moveTo((text) => text.length);

function kill(state: EditorState, start: number, end: number): EditorState {
  if (start === end) return state;
  const isBack = end === state.cursor;
  const kind: ChangeKind = isBack ? "killing_back" : "killing";
  const killed = state.text.slice(start, end);
  const isMore = state.lastChange === kind;
  const last = isMore ? (state.kills.at(-1) ?? "") : "";
  const joined = isBack ? killed + last : last + killed;
  const kills = [...(isMore ? state.kills.slice(0, -1) : state.kills), joined].slice(-KILLS_MAX);
  return { ...replaced(state, start, end, "", kind, true), kills };
}

function replaced(
  state: EditorState,
  start: number,
  end: number,
  text: string,
  kind: ChangeKind,
  isNewStep: boolean,
): EditorState {
  if (start === end && text === "") return state;
  const before = isNewStep ? remembered(state) : state;
  return {
    ...before,
    text: state.text.slice(0, start) + text + state.text.slice(end),
    cursor: start + text.length,
    lastChange: kind,
    column: undefined,
    yanked: undefined,
  };
}
