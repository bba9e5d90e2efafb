// Content blocks: the prompt as it was sent, and what an agent shows besides text.
import { neutralise } from "@parley/base";
import type { ContentBlock } from "@parley/acp";
import { describeAttachment, describeContent, textOfBlocks, type Block } from "@parley/chat-model";
import { line, span, STYLES, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { encodePicture } from "../../terminal/pictures/encode-picture.ts";
import { wrapLine } from "../../terminal/wrap.ts";
import { PROMPT_ROWS_MAX } from "../../limits.ts";
import { describeActor } from "./actor.ts";

/** The text after the prompt sign, and below it the attachments and the sender. */
export function drawPrompt(
  { blocks, from }: Omit<Extract<Block, { type: "prompt" }>, "type">,
  theme: Theme,
  isWhole: boolean,
): Line[] {
  const first: Line = [span(`${theme.symbols.prompt} `, "accent")];
  const rest: Line = [{ text: "  " }];
  const text = neutralise(textOfBlocks(blocks)).trimEnd();
  const rows = text
    .split("\n")
    .flatMap((part, index) =>
      wrapLine([{ text: part, style: STYLES.strong }], theme.columns, { first: index === 0 ? first : rest, rest }),
    );
  const others = blocks.filter(({ type }) => type !== "text");
  return [
    ...(isWhole ? rows : shortenRows(rows)),
    ...others.flatMap((block) =>
      wrapLine(line(span(`@ ${describeAttachment(block)}`, "dim")), theme.columns, { first: rest }),
    ),
    ...(from === undefined ? [] : [line("  ", span(`from ${describeActor(from)}`, "dim"))]),
  ];
}

/** The beginning and end of a long prompt, such as a pasted log; the reader shows all of it. */
function shortenRows(rows: readonly Line[]): readonly Line[] {
  const hidden = rows.length - PROMPT_ROWS_MAX;
  if (hidden <= 1) return rows;
  const head = Math.ceil(PROMPT_ROWS_MAX / 2);
  const gap = line("  ", span(`… ${hidden} more rows (Ctrl-O shows all)`, "dim"));
  return [...rows.slice(0, head), gap, ...rows.slice(head + hidden)];
}

/** A picture if the terminal can draw it, otherwise one line for non-text content. */
export function drawContentBlock(block: ContentBlock, theme: Theme, indent: Line = []): Line[] {
  const options = { first: indent, rest: indent };
  if (block.type === "text") {
    const lines = neutralise(block.text).split("\n");
    return lines.flatMap((text) => wrapLine([{ text }], theme.columns, options));
  }
  const picture = block.type === "image" && theme.pictures && encodePicture(block.data, theme.pictures, theme.columns);
  if (picture) return [[{ text: "", picture }]];
  return wrapLine(line(span(describeContent(block), "dim")), theme.columns, options);
}
