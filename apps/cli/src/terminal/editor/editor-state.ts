// What the line editor holds: the text, the place of the cursor, and what can be taken back. Plain data; changes make a new one.
import { UNDO_STEPS_MAX } from "../limits.ts";

export interface EditorState {
  readonly text: string;
  /** An index into the text, never within a character. */
  readonly cursor: number;
  /** The column that moving up and down keeps to. */
  readonly column?: number | undefined;
  /** What Ctrl-Y brings back, the latest last. */
  readonly kills: readonly string[];
  readonly undo: readonly Snapshot[];
  /** What kind of change was last, so that typing is taken back word by word, and kills add up. */
  readonly lastChange?: ChangeKind | undefined;
  /** Where the text that Ctrl-Y brought ends up, for Alt-Y. */
  readonly yanked?: { readonly start: number; readonly index: number } | undefined;
}

interface Snapshot {
  readonly text: string;
  readonly cursor: number;
}

export type ChangeKind = "typing" | "deleting" | "killing" | "killing_back" | "other";

export const EMPTY_EDITOR: EditorState = { text: "", cursor: 0, kills: [], undo: [] };

/** Another text in the same editor; what was there can be brought back by undo. */
export function withText(state: EditorState, text: string, cursor: number = text.length): EditorState {
  if (text === state.text) return { ...state, cursor };
  return { ...remembered(state), text, cursor, lastChange: "other", column: undefined, yanked: undefined };
}

/** After a prompt was sent: nothing of it is left but what was killed. */
export function cleared({ kills }: EditorState): EditorState {
  return { ...EMPTY_EDITOR, kills };
}

export function remembered(state: EditorState): EditorState {
  const { text, cursor, undo } = state;
  return { ...state, undo: [...undo.slice(1 - UNDO_STEPS_MAX), { text, cursor }] };
}
