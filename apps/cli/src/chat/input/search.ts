// Ctrl-R: searches earlier prompts; Enter puts the match into the input, Escape cancels.
import { foldCase } from "@parley/base";
import { searchBack } from "@parley/chat-model";
import { withText } from "../../terminal/editor/editor-state.ts";
import { isCtrl, isKey, type Key } from "../../terminal/keys/key.ts";
import type { InputState } from "./input-state.ts";

export interface Search {
  readonly query: string;
  /** Index of the shown entry; undefined if none matches. */
  readonly found?: number | undefined;
  /** The text before the search. */
  readonly before: string;
}

export function startSearch(state: InputState): InputState {
  return { ...state, menu: undefined, search: { query: "", before: state.editor.text } };
}

export function reduceSearch(state: InputState, search: Search, key: Key): { state: InputState; isHandled: boolean } {
  if (isCtrl(key, "r")) return findFrom(state, search, search.query, search.found);
  if (key.type === "text" || key.type === "paste")
    return findFrom(state, search, search.query + key.text.replaceAll("\n", " "));
  if (isKey(key, "backspace")) return findFrom(state, search, search.query.slice(0, -1));
  if (isKey(key, "escape") || isCtrl(key, "g") || isCtrl(key, "c")) {
    return { state: ended({ ...state, editor: withText(state.editor, search.before) }), isHandled: true };
  }
  return { state: ended(state), isHandled: isKey(key, "enter") || isKey(key, "tab") };
}

function findFrom(
  state: InputState,
  { before }: Search,
  query: string,
  from?: number,
): { state: InputState; isHandled: boolean } {
  const { entries } = state.history;
  const found = query === "" ? undefined : searchBack(entries, query, from);
  // Without an earlier match, the current one stays.
  const isStillOne = from !== undefined && foldCase(entries[from] ?? "").includes(foldCase(query));
  const kept = found ?? (isStillOne ? from : undefined);
  const text = kept === undefined ? before : (entries[kept] ?? before);
  const editor = withText(state.editor, text);
  return { state: { ...state, editor, search: { query, found: kept, before } }, isHandled: true };
}

function ended(state: InputState): InputState {
  return { ...state, search: undefined };
}
