// Content blocks: the prompt as it was sent, and what an agent shows besides text.
import { isUnknown, type ContentBlock } from "@parley/acp";
import { line, span, STYLES, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { neutralise, neutralLine } from "../../terminal/neutral-text.ts";
import { wrapLine } from "../../terminal/wrap.ts";
import { formatBytes } from "@parley/base";

/** The text with the sign of the prompt before it, and what goes with it below. */
export function drawPrompt(blocks: readonly ContentBlock[], theme: Theme): Line[] {
  const first: Line = [span(`${theme.symbols.prompt} `, "accent")];
  const rest: Line = [{ text: "  " }];
  const text = neutralise(blocks.map((block) => (block.type === "text" ? block.text : "")).join("")).trimEnd();
  const rows = text
    .split("\n")
    .flatMap((part, index) =>
      wrapLine([{ text: part, style: STYLES.strong }], theme.columns, { first: index === 0 ? first : rest, rest }),
    );
  const others = blocks.filter(({ type }) => type !== "text");
  return [
    ...rows,
    ...others.flatMap((block) =>
      wrapLine(line(span(describeAttachment(block), "dim")), theme.columns, { first: rest }),
    ),
  ];
}

/** What goes with a prompt was chosen by the person, who knows where it is. */
function describeAttachment(block: ContentBlock): string {
  if (block.type === "resource_link") return `@ ${neutralLine(block.name)}`;
  if (block.type !== "resource") return `@ ${describeContent(block)}`;
  return `@ ${neutralLine(block.resource.uri.split("/").at(-1) ?? block.resource.uri)}`;
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

export function describeContent(block: ContentBlock): string {
  if (isUnknown(block)) return "[content of an unknown kind]";
  switch (block.type) {
    case "text":
      return neutralLine(block.text);
    case "image":
    case "audio":
      return `[${block.type}: ${neutralLine(block.mimeType)}, ${formatBytes((block.data.length * 3) / 4)}]`;
    case "resource_link":
      return `[${neutralLine(block.title ?? block.name)}: ${neutralLine(block.uri)}]`;
    case "resource":
      return `[${neutralLine(block.resource.uri)}]`;
  }
}
