// A summary without a model: the first and the last prompt, the files involved, and how often each tool was called.
import type { Message } from "../../models/message.ts";
import { fitMiddle } from "../../text/cut.ts";
import { readSummary } from "./summary-text.ts";

const PROMPT_CHARS_MAX = 2_000;
const EARLIER_CHARS_MAX = 8_000;
const FILES_MAX = 100;
/** Input fields in which tools name a file. */
const PATH_FIELDS = ["path", "file", "file_path", "filePath", "cwd"] as const;

export function summariseOffline(messages: readonly Message[]): string {
  const earlier = readSummary(messages[0]);
  const prompts = messages.filter((message) => readSummary(message) === undefined).flatMap(readPrompt);
  const [first] = prompts;
  const last = prompts.at(-1);
  const sections = [
    ...(earlier === undefined ? [] : [`## Earlier\n${fitMiddle(earlier, EARLIER_CHARS_MAX)}`]),
    `## First prompt\n${quote(first)}`,
    ...(prompts.length > 1 ? [`## Last prompt\n${quote(last)}`] : []),
    `## Files\n${listFiles(messages)}`,
    `## Counts\n${countAll(messages, prompts.length)}`,
  ];
  return sections.join("\n\n");
}

function readPrompt(message: Message): string[] {
  if (message.role !== "user") return [];
  const text = message.parts.map((part) => (part.type === "text" ? part.text : `[${part.mimeType}]`)).join("\n");
  return [text];
}

function quote(text: string | undefined): string {
  return text === undefined ? "none" : fitMiddle(text, PROMPT_CHARS_MAX);
}

function listFiles(messages: readonly Message[]): string {
  const paths = new Set(calls(messages).flatMap(({ input }) => readPaths(input)));
  if (paths.size === 0) return "none";
  const lines = Array.from(paths).slice(0, FILES_MAX);
  if (paths.size > FILES_MAX) lines.push(`and ${paths.size - FILES_MAX} more`);
  return lines.map((line) => `- ${line}`).join("\n");
}

function readPaths(input: unknown): string[] {
  if (typeof input !== "object" || input === null) return [];
  const fields = input as Readonly<Record<string, unknown>>;
  return PATH_FIELDS.map((name) => fields[name]).filter((value) => typeof value === "string");
}

function countAll(messages: readonly Message[], prompts: number): string {
  const byTool = new Map<string, number>();
  for (const { name } of calls(messages)) byTool.set(name, (byTool.get(name) ?? 0) + 1);
  const failed = messages
    .flatMap((message) => (message.role === "tool" ? message.results : []))
    .filter((r) => r.isError);
  const tools = Array.from(byTool, ([name, times]) => `- ${name}: ${times}`);
  return [`- prompts: ${prompts}`, `- messages: ${messages.length}`, ...tools, `- failed calls: ${failed.length}`].join(
    "\n",
  );
}

function calls(messages: readonly Message[]): { name: string; input: unknown }[] {
  return messages
    .flatMap((message) => (message.role === "assistant" ? message.parts : []))
    .filter((part) => part.type === "tool_call");
}
