// `write`: creates a file or replaces its whole content.
import type { ToolCallContent } from "@parley/acp";
import { ParleyError } from "@parley/base";
import type { PathFacts } from "@parley/policy";
import { z } from "zod";
import { toDiff, toNewText } from "./files/diff-content.ts";
import { errorOutcome, orErrorOutcome, orFailure } from "./failures.ts";
import { defineInput, PATH_ALIASES } from "./input.ts";
import { knownFiles } from "./files/known-files.ts";
import { mayShow } from "./files/may-show.ts";
import { splitLines } from "./files/numbered-lines.ts";
import { clientPath, findPath, locate, showPath, writeSubject } from "./files/paths.ts";
import { plannedChanges } from "./files/planned-changes.ts";
import { fromBareText, toBareText } from "./files/text-form.ts";
import type { ToolContext } from "./tool-context.ts";
import {
  defineTool,
  failed,
  textOutcome,
  type PreparedCall,
  type Tool,
  type ToolFailure,
  type ToolOutcome,
} from "./tool.ts";

const input = defineInput(
  {
    path: z.string().min(1).describe("The file; relative to the working folder, or absolute"),
    content: z.string().describe("The complete new content"),
  },
  { ...PATH_ALIASES, content: ["contents", "text", "file_text", "new_content"] },
);

export const writeTool: Tool = defineTool({
  name: "write",
  groups: ["edit"],
  kind: "edit",
  description:
    "Creates a file, or replaces its whole content. Missing folders are created. " +
    "To change part of a file use `edit`: it is shorter and loses nothing. Read a file before you replace it.",
  input,
  prepare: ({ path, content }, context) =>
    orFailure(() => plannedChanges(context).inOrder(() => prepareWrite(context, path, content))),
});

async function prepareWrite(context: ToolContext, path: string, content: string): Promise<PreparedCall | ToolFailure> {
  const facts = await findPath(context, path);
  const name = showPath(facts);
  if (facts.kind === "directory") return failed(`${name} is a folder. Name a file.`);
  const isShown = await mayShow(context, facts);
  const old = isShown ? await readOld(context, facts) : { isMissing: facts.kind === "missing", text: undefined };
  if (old.text !== undefined && knownFiles(context).hasChanged(facts, old.text)) return failed(describeChanged(name));
  const change = plannedChanges(context).add(facts, (before) => keepForm(content, before));
  return {
    title: `${old.isMissing ? "Create" : "Write"} ${name}`,
    locations: [locate(context, facts)],
    content: showWrite(clientPath(context, facts), old, keepForm(content, old.text)),
    subjects: [writeSubject(facts)],
    execute: ({ signal }) =>
      orErrorOutcome(signal, () => write(context, facts, content, isShown, signal)).finally(change.finish),
  };
}

function write(
  context: ToolContext,
  facts: PathFacts,
  content: string,
  isShown: boolean,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  return context.files.alone(facts, async () => {
    const name = showPath(facts);
    const known = knownFiles(context);
    const old = await readOld(context, facts, signal);
    if (old.text !== undefined && known.hasChanged(facts, old.text)) return errorOutcome(describeChanged(name));
    const text = keepForm(content, old.text);
    await context.files.writeText(facts, text, signal);
    known.see(facts, text);
    const lines = splitLines(text).length;
    const done = `${old.isMissing ? "Created" : "Replaced"} ${name}: ${lines} ${lines === 1 ? "line" : "lines"}.`;
    const shown = isShown ? old : { ...old, text: undefined };
    return textOutcome(done, { content: showWrite(clientPath(context, facts), shown, text) });
  });
}

interface OldFile {
  readonly isMissing: boolean;
  /** Undefined if the file is missing or cannot be shown. */
  readonly text: string | undefined;
}

/** An unreadable file can still be replaced. Policy decides whether it may be, and the write reports any error. */
async function readOld(context: ToolContext, facts: PathFacts, signal?: AbortSignal): Promise<OldFile> {
  try {
    const text = await context.files.readIfThere(facts, signal);
    return { isMissing: text === undefined, text };
  } catch (error) {
    if (!(error instanceof ParleyError) || signal?.aborted === true) throw error;
    return { isMissing: false, text: undefined };
  }
}

function showWrite(path: string, old: OldFile, text: string): readonly ToolCallContent[] {
  return old.isMissing || old.text !== undefined ? toDiff(path, old.text, text) : toNewText(text);
}

function keepForm(content: string, oldText: string | undefined): string {
  return oldText === undefined ? content : fromBareText(content, toBareText(oldText).form);
}

function describeChanged(name: string): string {
  return `${name} has changed since you last saw it. Read it again, then write it with those changes included.`;
}
