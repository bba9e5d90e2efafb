// Long pastes and images in the input: one character in the text, drawn as a label.
import { withoutControls } from "@parley/base";
import { foldMedia, foldPaste, isFolded, type AttachedChip, type Fold } from "@parley/chat-model";
import type { EditorState } from "../../terminal/editor/editor-state.ts";
import { insert, insertMark, replaceBack } from "../../terminal/editor/edits.ts";
import type { DrawnWidths } from "../../terminal/editor/layout.ts";
import { previousCharacter, widthOf } from "../../terminal/width.ts";
import { EDITOR_CHARS_MAX } from "../../limits.ts";
import type { InputContext, InputState } from "./input-state.ts";

/** Inserts an image at the cursor. */
export function withMedia(state: InputState, chip: AttachedChip): InputState {
  const fold = foldMedia(state.folds, chip);
  const editor = insertMark(fold.mark)(state.editor);
  return { ...state, editor, folds: [...state.folds, fold], menu: undefined };
}

/** The widths of the labels that are drawn instead of single characters. */
export function foldWidths({ folds }: Pick<InputState, "folds">): DrawnWidths {
  return new Map(folds.map(({ mark, label }) => [mark, widthOf(label)]));
}

/** The paste before the cursor, which Tab expands unless the line editor has no room for it. */
export function pasteAtCursor({ editor, folds }: InputState): Extract<Fold, { type: "paste" }> | undefined {
  if (folds.length === 0) return undefined;
  const before = editor.text.slice(previousCharacter(editor.text, editor.cursor), editor.cursor);
  const fold = folds.find(({ mark }) => mark === before);
  if (fold?.type !== "paste") return undefined;
  return editor.text.length - fold.mark.length + fold.text.length > EDITOR_CHARS_MAX ? undefined : fold;
}

/** A long paste is folded, and the path of an image becomes a mention. */
export function pasteInto(
  state: InputState,
  text: string,
  { mentionImage }: Pick<InputContext, "mentionImage">,
): InputState {
  const mention = mentionImage(text);
  if (mention === undefined && isFolded(text)) {
    const fold = foldPaste(state.folds, withoutControls(text));
    const editor = insertMark(fold.mark)(state.editor);
    return { ...state, editor, folds: [...state.folds, fold], menu: undefined };
  }
  const editor = insert(mention === undefined ? text : spaced(mention, state.editor))(state.editor);
  return { ...state, editor };
}

function spaced(mention: string, { text, cursor }: EditorState): string {
  return cursor === 0 || /\s/.test(text[cursor - 1] ?? "") ? `${mention} ` : ` ${mention} `;
}

/** With the paste before the cursor expanded, if there is one. */
export function unfolded(state: InputState): InputState | undefined {
  const fold = pasteAtCursor(state);
  return fold && { ...state, editor: replaceBack(fold.text)(state.editor), menu: undefined };
}
