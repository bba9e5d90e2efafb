// The state of the line editor: text, cursor and undo history. It is immutable; every change creates a new one.
import { withoutMarks } from "@parley/chat-model";
import { UNDO_STEPS_MAX } from "../../limits.ts";

export interface EditorState {
  readonly text: string;
  /** An index into the text, never within a character. */
  readonly cursor: number;
  /** The column that the cursor returns to when it moves up and down. */
  readonly column?: number | undefined;
  /** The texts that Ctrl-Y inserts, the latest last. */
  readonly kills: readonly string[];
  readonly undo: readonly Snapshot[];
  /** The kind of the last change, so that undo removes typing word by word and consecutive kills are joined. */
  readonly lastChange?: ChangeKind | undefined;
  /** Where Ctrl-Y inserted its text, so that Alt-Y can replace it. */
  readonly yanked?: { readonly start: number; readonly index: number } | undefined;
}

interface Snapshot {
  readonly text: string;
  readonly cursor: number;
}

export type ChangeKind = "typing" | "deleting" | "killing" | "killing_back" | "other";

export const EMPTY_EDITOR: EditorState = { text: "", cursor: 0, kills: [], undo: [] };

/** Replaces the text; undo restores the previous one. */
export function withText(state: EditorState, text: string, cursor: number = text.length): EditorState {
  if (text === state.text) return { ...state, cursor };
  return { ...remembered(state), text, cursor, lastChange: "other", column: undefined, yanked: undefined };
}

/** Empties the editor after a prompt was sent, but keeps the killed texts. */
export function cleared({ kills }: EditorState): EditorState {
  return { ...EMPTY_EDITOR, kills: kills.map(withoutMarks) };
}

export function remembered(state: EditorState): EditorState {
  const { text, cursor, undo } = state;
  return { ...state, undo: [...undo.slice(1 - UNDO_STEPS_MAX), { text, cursor }] };
}
