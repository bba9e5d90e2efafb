// What goes with the text of a prompt: files that the text mentions, and media or text that was pasted or dropped.
import type { ContentBlock, PromptCapabilities } from "@parley/acp";
import { formatBytes, neutralLine, ParleyError, t } from "@parley/base";
import { CHIP_CHARS_MAX, CHIPS_MAX } from "../limits.ts";
import { formatLineRange, isLineRange, parsePathWithLines, type LineRange } from "./line-range.ts";
import { findMentions } from "./mentions.ts";

export type Chip =
  /** Part of the text: `@path:10-20`. The surface reads the file. */
  | {
      readonly type: "mention";
      readonly path: string;
      readonly lines?: LineRange | undefined;
      /** Where it is in the text. */
      readonly start: number;
      readonly end: number;
    }
  | AttachedChip;

export type AttachedChip =
  | {
      readonly type: "image" | "audio";
      readonly name: string;
      readonly mimeType: string;
      /** In base64. */
      readonly data: string;
    }
  /** A text that is too long for the input, or a selection in an editor. */
  | { readonly type: "text"; readonly name: string; readonly uri: string; readonly text: string };

export function findMentionChips(text: string): Chip[] {
  return findMentions(text).map(({ path, start, end }) => {
    const named = parsePathWithLines(path);
    const chip = { type: "mention", path, start, end } as const;
    return named !== undefined && isLineRange(named.lines) ? { ...chip, ...named } : chip;
  });
}

/** What a chip is called: `a.ts:10-20`, `photo.png, 12 KiB`. */
export function describeChip(chip: Chip): string {
  const name = neutralLine(chip.type === "mention" ? (chip.path.split("/").at(-1) ?? chip.path) : chip.name);
  if (chip.type === "mention") return chip.lines === undefined ? name : `${name}:${formatLineRange(chip.lines)}`;
  return `${name}, ${formatBytes(chip.type === "text" ? chip.text.length : (chip.data.length * 3) / 4)}`;
}

/** The chips with one more; throws if it is too large, or one too many. */
export function withChip(chips: readonly AttachedChip[], chip: AttachedChip): readonly AttachedChip[] {
  const size = chip.type === "text" ? chip.text.length : chip.data.length;
  if (size > CHIP_CHARS_MAX) {
    const message = t(
      "{0} is too large for a prompt: {1} is the limit",
      neutralLine(chip.name),
      formatBytes(CHIP_CHARS_MAX),
    );
    throw new ParleyError({ code: "file_too_large", message });
  }
  if (chips.length >= CHIPS_MAX) {
    throw new ParleyError({ code: "usage", message: t("A prompt can have at most {0} attachments", CHIPS_MAX) });
  }
  return [...chips, chip];
}

/** A prompt of the text and what is attached. What the agent does not accept is named instead of sent. */
export function toPromptBlocks(
  text: string,
  chips: readonly AttachedChip[],
  capabilities: PromptCapabilities | undefined,
): ContentBlock[] {
  const blocks = chips.map((chip) => toBlock(chip, capabilities));
  return text === "" ? blocks : [{ type: "text", text }, ...blocks];
}

function toBlock(chip: AttachedChip, capabilities: PromptCapabilities | undefined): ContentBlock {
  if (chip.type === "text") {
    const { uri, text, name } = chip;
    if (capabilities?.embeddedContext === true) return { type: "resource", resource: { uri, text } };
    return { type: "text", text: `${name}:\n${text}` };
  }
  const { type, data, mimeType, name } = chip;
  if (capabilities?.[type] === true) return { type, data, mimeType };
  return { type: "text", text: `[${type} "${name}", which this agent does not accept]` };
}
