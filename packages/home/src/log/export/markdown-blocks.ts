// Content and the output of terminals in Markdown.
import { withoutControls } from "./controls.ts";
import type { ContentBlock } from "@parley/acp";
import type { TerminalPart } from "../settled-parts.ts";
import { toCode, toFenced, toFolded, toInline, toMarkdownText } from "./markdown-text.ts";

export function formatBlocks(blocks: readonly ContentBlock[], trimmedChars = 0): string {
  const texts = blocks.map(formatBlock);
  if (trimmedChars > 0) texts.unshift(`*(${trimmedChars} characters at the beginning are omitted)*`);
  return texts.join("\n\n");
}

export function formatTerminal({ terminalId, command, output, exit }: TerminalPart): string {
  const name = command === null ? `Terminal ${toCode(terminalId)}` : `Terminal: ${toCode(command)}`;
  const end = exit === null ? "" : ` — ${describeExit(exit.exitCode, exit.signal)}`;
  return `**${name}**${end}${output === "" ? "" : `\n\n${toFenced(withoutControls(output))}`}`;
}

export function formatUnknown(raw: unknown): string {
  return toFolded("Unknown content of a later version", toFenced(JSON.stringify(raw, null, 2) ?? "", "json"));
}

export function describeExit(exitCode: number | null, signal: string | null): string {
  if (signal !== null) return `killed by ${signal}`;
  return exitCode === null ? "ended" : `exit code ${exitCode}`;
}

function formatBlock(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return toMarkdownText(block.text);
    case "image":
    case "audio":
      return `*(${block.type}, ${toInline(block.mimeType)})*`;
    case "resource_link":
      return `*(link)* ${toInline(block.title ?? block.name)}: ${toCode(block.uri)}`;
    case "resource": {
      const { resource } = block;
      if (!("text" in resource)) return `*(attached)* ${toCode(resource.uri)}`;
      return toFolded(`Attached: ${resource.uri}`, toFenced(resource.text));
    }
    case undefined:
      return formatUnknown(block.raw);
  }
}
