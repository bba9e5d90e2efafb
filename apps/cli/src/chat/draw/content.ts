// Content blocks: the prompt as it was sent, and what an agent shows besides text.
import { neutralise } from "@parley/base";
import type { ContentBlock } from "@parley/acp";
import { describeAttachment, describeContent, textOfBlocks, type Block } from "@parley/chat-model";
import { line, span, STYLES, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { wrapLine } from "../../terminal/wrap.ts";
import { describeActor } from "./actor.ts";

/** The text with the sign of the prompt before it, and below it what goes with it and who sent it. */
export function drawPrompt({ blocks, from }: Omit<Extract<Block, { type: "prompt" }>, "type">, theme: Theme): Line[] {
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
    ...rows,
    ...others.flatMap((block) =>
      wrapLine(line(span(`@ ${describeAttachment(block)}`, "dim")), theme.columns, { first: rest }),
    ),
    ...(from === undefined ? [] : [line("  ", span(`from ${describeActor(from)}`, "dim"))]),
  ];
}

/** One line for what is not text. */
export function drawContentBlock(block: ContentBlock, theme: Theme, indent: Line = []): Line[] {
  const options = { first: indent, rest: indent };
  if (block.type === "text") {
    const lines = neutralise(block.text).split("\n");
    return lines.flatMap((text) => wrapLine([{ text }], theme.columns, options));
  }
  return wrapLine(line(span(describeContent(block), "dim")), theme.columns, options);
}
