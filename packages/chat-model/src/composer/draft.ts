// A prompt that is being written. Long pastes and images are one character in its text, which a surface shows as a label.
import type { ContentBlock } from "@parley/acp";
import { formatBytes, plural } from "@parley/base";
import { FOLDS_MAX, PASTE_FOLD_CHARS, PASTE_FOLD_LINES } from "../limits.ts";
import { textOfBlocks } from "../text/content.ts";
import type { AttachedChip } from "./chips.ts";

export type Fold =
  | { readonly type: "paste"; readonly mark: string; readonly label: string; readonly text: string }
  | { readonly type: "media"; readonly mark: string; readonly label: string; readonly chip: AttachedChip };

export interface Draft {
  /** With the marks of the folds. */
  readonly text: string;
  readonly folds: readonly Fold[];
}

/** What is sent: the text in full, and what goes with it. */
export interface WrittenPrompt {
  readonly text: string;
  readonly attached: readonly AttachedChip[];
}

/** In the last private plane of Unicode, which fonts and people do not use. */
const MARK_FIRST = 0x10_f000;
const MARKS = /[\u{10f000}-\u{10ffff}]/gu;

/** Whether a paste is too long to be shown while the prompt is written. */
export function isFolded(text: string): boolean {
  return text.length > PASTE_FOLD_CHARS || countLines(text) > PASTE_FOLD_LINES;
}

export function foldPaste(folds: readonly Fold[], text: string): Fold {
  const number = folds.filter(({ type }) => type === "paste").length + 1;
  const size = countLines(text) > 1 ? plural(countLines(text), "line") : `${text.length} characters`;
  return { type: "paste", mark: nextMark(folds), label: `[Pasted text ${number}, ${size}]`, text: withoutMarks(text) };
}

export function foldMedia(folds: readonly Fold[], chip: AttachedChip): Fold {
  const number = folds.filter(({ type }) => type === "media").length + 1;
  const bytes = formatBytes(chip.type === "text" ? chip.text.length : bytesOf(chip.data));
  const kind = chip.type === "image" ? "Image" : chip.type === "audio" ? "Audio" : "Text";
  return { type: "media", mark: nextMark(folds), label: `[${kind} ${number}, ${bytes}]`, chip };
}

/** The folds that the text still has, each once. */
export function foldsIn({ text, folds }: Draft): readonly Fold[] {
  return folds.filter(({ mark }) => text.includes(mark));
}

/** Pastes are written out. A label stays where an image is, so that the text can refer to it. */
export function toWritten(draft: Draft): WrittenPrompt {
  const used = foldsIn(draft);
  const byMark = new Map(used.map((fold) => [fold.mark, fold]));
  const text = draft.text.replaceAll(MARKS, (mark) => {
    const fold = byMark.get(mark);
    return fold === undefined ? "" : fold.type === "paste" ? fold.text : fold.label;
  });
  return { text, attached: used.flatMap((fold) => (fold.type === "media" ? [fold.chip] : [])) };
}

/** The draft of a text in which labels may stand for the folds: one that was changed in an editor, or is sent again. */
export function toDraft(text: string, folds: readonly Fold[]): Draft {
  const media = folds.filter(({ type }) => type === "media");
  const marked = media.reduce((whole, { label, mark }) => whole.replaceAll(label, mark), withoutMarks(text));
  return { text: marked, folds: media };
}

/** A prompt that comes back to be changed. Images whose label is gone are put at its end. */
export function draftOf({ text, attached }: WrittenPrompt): Draft {
  const folds = attached.reduce<readonly Fold[]>((made, chip) => [...made, foldMedia(made, chip)], []);
  const draft = toDraft(text, folds);
  const missing = folds.filter(({ mark }) => !draft.text.includes(mark));
  return { folds, text: draft.text + missing.map(({ mark }) => ` ${mark}`).join("") };
}

/** Prompts that were sent one by one, as one. */
export function joinPrompts(prompts: readonly WrittenPrompt[]): WrittenPrompt {
  const texts = prompts.map(({ text }) => text.trim()).filter((text) => text !== "");
  return { text: texts.join("\n\n"), attached: prompts.flatMap(({ attached }) => attached) };
}

/** A prompt of the log. What its text mentions is attached again when it is sent. */
export function writtenOf(blocks: readonly ContentBlock[]): WrittenPrompt {
  const attached = blocks.flatMap((block): AttachedChip[] => {
    if (block.type !== "image" && block.type !== "audio") return [];
    if ("uri" in block && typeof block.uri === "string") return [];
    return [{ type: block.type, name: block.type, mimeType: block.mimeType, data: block.data }];
  });
  return { text: textOfBlocks(blocks), attached };
}

/** Nothing that is typed or pasted can stand for a fold. */
export function withoutMarks(text: string): string {
  return text.replaceAll(MARKS, "");
}

function nextMark(folds: readonly Fold[]): string {
  return String.fromCodePoint(MARK_FIRST + (folds.length % FOLDS_MAX));
}

/** Of base64. */
function bytesOf(data: string): number {
  return Math.floor((data.length * 3) / 4) - (/=*$/.exec(data)?.[0].length ?? 0);
}

function countLines(text: string): number {
  return text.replace(/\n$/, "").split("\n").length;
}
