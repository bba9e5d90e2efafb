// Content and the output of terminals in Markdown.
import type { ContentBlock } from "@parley/acp";
import type { TerminalPart } from "../settled-parts.ts";
import { toCode, toFenced, toFolded, toInline, toMarkdownText } from "./markdown-text.ts";

export function formatBlocks(blocks: readonly ContentBlock[], trimmedChars = 0): string {
  const texts = blocks.map(formatBlock);
  if (trimmedChars > 0) texts.unshift(`*(${trimmedChars} characters at the beginning are left out)*`);
  return texts.join("\n\n");
}

export function formatTerminal({ terminalId, command, output, exit }: TerminalPart): string {
  const name = command === null ? `Terminal ${toCode(terminalId)}` : `Terminal: ${toCode(command)}`;
  const end = exit === null ? "" : ` — ${describeExit(exit.exitCode, exit.signal)}`;
  return `**${name}**${end}${output === "" ? "" : `\n\n${toFenced(withoutControls(output))}`}`;
}

export function formatUnknown(raw: unknown): string {
  return toFolded("Something of a later version", toFenced(JSON.stringify(raw, null, 2) ?? "", "json"));
}

export function describeExit(exitCode: number | null, signal: string | null): string {
  if (signal !== null) return `ended by ${signal}`;
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

/** Colours and cursor movements mean nothing in a text. */
function withoutControls(output: string): string {
  return output.replaceAll(ESCAPES, "").replaceAll("\r\n", "\n").replaceAll(CONTROLS, "");
}

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;
