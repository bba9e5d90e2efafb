// The state of the input: the text, the menu under it, the position in the history. A key returns the next state and
// possibly a request.
import {
  foldsIn,
  insertMenuItem,
  isTypedOut,
  moveInMenu,
  stepHistory,
  toWritten,
  type Draft,
  type Fold,
  type HistoryPlace,
  type Menu,
  type WrittenPrompt,
} from "@parley/chat-model";
import { changeOf } from "../../terminal/editor/edit-by-key.ts";
import { cleared, EMPTY_EDITOR, withText, type EditorState } from "../../terminal/editor/editor-state.ts";
import { moveRows } from "../../terminal/editor/layout.ts";
import { isCtrl, isKey, type Key } from "../../terminal/keys/key.ts";
import { foldWidths, pasteInto, unfolded } from "./folds.ts";
import { reduceSearch, startSearch, type Search } from "./search.ts";

export interface InputState {
  readonly editor: EditorState;
  /** The long pastes and images that single characters stand for. */
  readonly folds: readonly Fold[];
  readonly menu?: Menu | undefined;
  readonly history: HistoryPlace;
  readonly search?: Search | undefined;
}

/** Requests that are not about the text. */
export type Intent =
  /** `isNow`: the running turn is interrupted for it. */
  | { readonly type: "submit"; readonly prompt: WrittenPrompt; readonly isNow: boolean }
  | { readonly type: "interrupt" | "escape" | "leave" | "toggle_details" | "suspend" | "redraw" }
  | { readonly type: "escape_twice" | "next_mode" | "next_level" | "open_editor" | "paste_image" | "show_keys" }
  /** Up, in an empty input: the last queued prompt returns for editing. */
  | { readonly type: "edit_queued" }
  /** Ctrl-S, in an empty input: the first queued prompt is sent now. */
  | { readonly type: "steer_queued" };

export interface InputContext {
  /** Width of the text, without the sign before it. */
  readonly columns: number;
  readonly hasQueued: boolean;
  readonly complete: (text: string, cursor: number) => Menu | undefined;
  /** A mention of the image whose path was pasted, as terminals do when a file is dropped on them. */
  readonly mentionImage: (pasted: string) => string | undefined;
}

export interface InputStep {
  readonly state: InputState;
  readonly intent?: Intent | undefined;
}

export function emptyInput(entries: readonly string[] = []): InputState {
  return { editor: EMPTY_EDITOR, folds: [], history: { entries } };
}

export function reduceInput(state: InputState, key: Key, context: InputContext): InputStep {
  if (state.search !== undefined) {
    const found = reduceSearch(state, state.search, key);
    // A key that the search does not use ends it and has its usual effect.
    return found.isHandled ? { state: found.state } : reduceInput(found.state, key, context);
  }
  const intent = intentOf(state, key);
  if (intent !== undefined) return { state, intent };
  if (isCtrl(key, "r")) return { state: startSearch(state) };
  return (
    (state.menu === undefined ? undefined : reduceMenu(state, state.menu, key, context)) ??
    reduceText(state, key, context)
  );
}

/** The text was sent: it is part of the history now. */
export function submitted({ editor, history }: InputState, entries: readonly string[] = history.entries): InputState {
  return { editor: cleared(editor), folds: [], history: { entries } };
}

export function withDraft(
  state: InputState,
  { text, folds }: Draft,
  context: Pick<InputContext, "complete">,
): InputState {
  return completed({ ...state, folds, editor: withText(state.editor, text) }, context);
}

export function draftIn({ editor, folds }: InputState): Draft {
  return { text: editor.text, folds };
}

/** The menu for the current text. */
export function completed(state: InputState, { complete }: Pick<InputContext, "complete">): InputState {
  return { ...state, menu: complete(state.editor.text, state.editor.cursor) };
}

function intentOf({ editor, menu }: InputState, key: Key): Intent | undefined {
  if (isCtrl(key, "c")) return { type: "interrupt" };
  if (isCtrl(key, "d") && editor.text === "") return { type: "leave" };
  if (isCtrl(key, "l")) return { type: "redraw" };
  if (isCtrl(key, "o")) return { type: "toggle_details" };
  if (isCtrl(key, "z")) return { type: "suspend" };
  if (isCtrl(key, "t")) return { type: "next_level" };
  if (isCtrl(key, "g")) return { type: "open_editor" };
  if (isCtrl(key, "v")) return { type: "paste_image" };
  if (isCtrl(key, "s") && editor.text === "") return { type: "steer_queued" };
  if (isKey(key, "tab", { shift: true })) return { type: "next_mode" };
  if (key.type === "text" && key.text === "?" && editor.text === "") return { type: "show_keys" };
  if (isKey(key, "escape", { alt: true })) return { type: "escape_twice" };
  return isKey(key, "escape") && menu === undefined ? { type: "escape" } : undefined;
}

function reduceMenu(state: InputState, menu: Menu, key: Key, context: InputContext): InputStep | undefined {
  if (isKey(key, "escape")) return { state: { ...state, menu: undefined } };
  if (isKey(key, "up")) return { state: { ...state, menu: moveInMenu(menu, -1) } };
  if (isKey(key, "down")) return { state: { ...state, menu: moveInMenu(menu, 1) } };
  const isEnter = isKey(key, "enter");
  if (!isEnter && !isKey(key, "tab")) return undefined;
  const item = menu.items[menu.selected];
  if (item === undefined) return undefined;
  const { text, cursor } = state.editor;
  // A completely typed entry need not be chosen: Enter sends it.
  if (isEnter && isTypedOut(menu, item, text, cursor)) return undefined;
  const inserted = insertMenuItem(menu, item, text, cursor);
  const editor = withText(state.editor, inserted.text, inserted.cursor);
  if (isEnter && item.isWhole === true) return submit({ ...state, editor, menu: undefined });
  const next = { ...state, editor, menu: undefined };
  // A choice that leads to another one, such as a folder, opens the next menu.
  return { state: item.insert.endsWith(" ") ? completed(next, context) : next };
}

function reduceText(state: InputState, key: Key, context: InputContext): InputStep {
  if (isKey(key, "enter")) return submit(state);
  if (isCtrl(key, "s")) return submit(state, true);
  if (key.type === "paste") return paste(state, key.text, context);
  if (isKey(key, "tab")) return { state: unfolded(state) ?? completed(state, context) };
  if (isKey(key, "up") || isCtrl(key, "p")) return moveOrRecall(state, -1, context);
  if (isKey(key, "down") || isCtrl(key, "n")) return moveOrRecall(state, 1, context);
  const editor = changeOf(key)?.(state.editor) ?? state.editor;
  if (editor === state.editor) return { state };
  const next = { ...state, editor };
  return { state: editor.text === state.editor.text ? { ...next, menu: undefined } : completed(next, context) };
}

function paste(state: InputState, text: string, context: InputContext): InputStep {
  // Some terminals send an empty paste when the clipboard has no text.
  if (text === "") return { state, intent: { type: "paste_image" } };
  const next = pasteInto(state, text, context);
  return { state: next.folds === state.folds ? completed(next, context) : next };
}

function submit(state: InputState, isNow = false): InputStep {
  const { text, cursor } = state.editor;
  if (cursor === text.length && text.endsWith("\\")) {
    return { state: { ...state, editor: withText(state.editor, `${text.slice(0, -1)}\n`), menu: undefined } };
  }
  if (text.trim() === "") return { state };
  const prompt = toWritten({ text, folds: foldsIn(draftIn(state)) });
  return { state, intent: { type: "submit", prompt, isNow } };
}

function moveOrRecall(state: InputState, by: -1 | 1, { columns, hasQueued }: InputContext): InputStep {
  if (by === -1 && hasQueued && state.editor.text === "") return { state, intent: { type: "edit_queued" } };
  const editor = moveRows(state.editor, by, columns, foldWidths(state));
  if (editor !== undefined) return { state: { ...state, editor, menu: undefined } };
  const found = stepHistory(state.history, by, state.editor.text);
  if (found === undefined) return { state };
  return { state: { ...state, history: found.place, editor: withText(state.editor, found.text), menu: undefined } };
}
