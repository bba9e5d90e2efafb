// Long pastes and images in the input: one character in the text, drawn as a label.
import { withoutControls } from "@parley/base";
import { foldMedia, foldPaste, isFolded, type AttachedChip, type Fold } from "@parley/chat-model";
import type { EditorState } from "../../terminal/editor/editor-state.ts";
import { insert, insertMark, replaceBack } from "../../terminal/editor/edits.ts";
import type { DrawnWidths } from "../../terminal/editor/layout.ts";
import { previousCharacter, widthOf } from "../../terminal/width.ts";
import type { InputContext, InputState } from "./input-state.ts";

/** An image goes where the cursor is. */
export function withMedia(state: InputState, chip: AttachedChip): InputState {
  const fold = foldMedia(state.folds, chip);
  const editor = insertMark(fold.mark)(state.editor);
  return { ...state, editor, folds: [...state.folds, fold], menu: undefined };
}

/** How wide the labels are that are drawn in the place of single characters. */
export function foldWidths({ folds }: Pick<InputState, "folds">): DrawnWidths {
  return new Map(folds.map(({ mark, label }) => [mark, widthOf(label)]));
}

/** The paste before the cursor, which Tab writes out. */
export function pasteAtCursor({ editor, folds }: InputState): Extract<Fold, { type: "paste" }> | undefined {
  if (folds.length === 0) return undefined;
  const before = editor.text.slice(previousCharacter(editor.text, editor.cursor), editor.cursor);
  const fold = folds.find(({ mark }) => mark === before);
  return fold?.type === "paste" ? fold : undefined;
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

/** With the paste before the cursor written out, if there is one. */
export function unfolded(state: InputState): InputState | undefined {
  const fold = pasteAtCursor(state);
  return fold && { ...state, editor: replaceBack(fold.text)(state.editor), menu: undefined };
}
