// `edit`: replaces texts in a file, all of them or none.
import { ParleyError } from "@parley/base";
import type { PathFacts } from "@parley/policy";
import { z } from "zod";
import { unlessAborted, within } from "../reach/within.ts";
import { findChange, toDiff } from "./diff-content.ts";
import { applyEdits } from "./editing/apply-edits.ts";
import type { Edited, EditResult, TextEdit } from "./editing/text-edit.ts";
import { errorOutcome, orErrorOutcome, orFailure } from "./failures.ts";
import { defineInput, PATH_ALIASES } from "./input.ts";
import { knownFiles } from "./known-files.ts";
import { EARLIER_CHANGE_MS_MAX, EDIT_SNIPPET_LINES_MAX, EDITS_MAX } from "./limits.ts";
import { numberLines, splitLines } from "./numbered-lines.ts";
import { clientPath, findPath, locate, readSubject, showPath, writeSubject } from "./paths.ts";
import { plannedChanges, type PlannedChange } from "./planned-changes.ts";
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

const TEXT_ALIASES = {
  old_text: ["old_string", "old_str", "search", "old"],
  new_text: ["new_string", "new_str", "replace", "replacement", "new"],
  replace_all: ["all"],
};

const oldText = z
  .string()
  .describe("The text to replace, exactly as the file has it, with enough round it to be there once");
const newText = z.string().describe("What takes its place");
const replaceAll = z.boolean().optional().describe("Replace it wherever it is. Default: false");

const input = defineInput(
  {
    path: z.string().min(1).describe("The file; relative to the working folder, or absolute"),
    old_text: oldText.optional(),
    new_text: newText.optional(),
    replace_all: replaceAll,
    edits: z
      .array(defineInput({ old_text: oldText, new_text: newText, replace_all: replaceAll }, TEXT_ALIASES))
      .max(EDITS_MAX)
      .optional()
      .describe("Instead of old_text and new_text: several replacements in this file, made in this order, all or none"),
  },
  { ...PATH_ALIASES, ...TEXT_ALIASES },
);
type Input = z.output<typeof input>;

export const editTool: Tool = defineTool({
  name: "edit",
  groups: ["edit"],
  kind: "edit",
  description:
    "Replaces text in a file: `old_text` by `new_text`, or several at once with `edits`. " +
    "`old_text` must be there exactly once (or set `replace_all`); copy it from `read`, without the line numbers. " +
    "Differences in whitespace, line ends and typographic quotes are forgiven if only one place fits. " +
    "If it fails, nothing was changed and the nearest lines are shown. " +
    "An empty `old_text` fills a new or empty file. To replace a whole file use `write`.",
  input,
  prepare: (given, context) =>
    orFailure(async () => {
      const edits = toEdits(given);
      if (typeof edits === "string") return failed(edits);
      return plannedChanges(context).inOrder(() => prepareEdits(context, given.path, edits));
    }),
});

async function prepareEdits(
  context: ToolContext,
  path: string,
  edits: readonly TextEdit[],
): Promise<PreparedCall | ToolFailure> {
  const facts = await findPath(context, path);
  const name = showPath(facts);
  if (facts.kind === "directory") return failed(`${name} is a folder. Name a file.`);
  const locations = [locate(context, facts)];
  const peeked = await peek(context, facts);
  const planned = plannedChanges(context);
  const result =
    peeked === undefined ? undefined : foresee(name, peeked.text, planned.project(facts, peeked.text), edits);
  if (result !== undefined && "failed" in result) {
    // It would change nothing, so nobody is asked whether it may. But to say why is to tell what is in the file.
    return {
      title: `Edit ${name}`,
      locations,
      subjects: [readSubject(facts)],
      execute: async () => errorOutcome(result.failed),
    };
  }
  const change = planned.add(facts, (text) => textOf(tryEdits(name, text, edits)));
  return {
    title: `Edit ${name}`,
    locations: result === undefined ? locations : [locate(context, facts, firstLine(result))],
    content: result === undefined ? [] : toDiff(clientPath(context, facts), result.before, result.edited.text),
    subjects: [writeSubject(facts)],
    execute: ({ signal }) => orErrorOutcome(() => edit(context, facts, edits, change, signal)).finally(change.finish),
  };
}

interface Applied {
  /** Undefined: there was no file. */
  readonly before: string | undefined;
  readonly edited: Edited;
}

/** On the file as it will be when what was asked for before this is made, else as it is. */
function foresee(
  name: string,
  text: string | undefined,
  projected: string | undefined,
  edits: readonly TextEdit[],
): Applied | { readonly failed: string } {
  const later = projected === undefined ? undefined : tryEdits(name, projected, edits);
  if (later !== undefined && !("failed" in later)) return { before: projected, edited: later };
  const now = tryEdits(name, text, edits);
  return "failed" in now ? now : { before: text, edited: now };
}

async function edit(
  context: ToolContext,
  facts: PathFacts,
  edits: readonly TextEdit[],
  change: PlannedChange,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const earlier = plannedChanges(context).before(facts, change);
  const first = await editNow(context, facts, edits, signal);
  if (first.isError !== true || earlier.length === 0) return first;
  // What it builds on may still wait for its permission.
  const made = Promise.all(earlier.map(({ over }) => over));
  const wait = within(made, EARLIER_CHANGE_MS_MAX);
  await unlessAborted(wait, signal, () => undefined);
  return signal.aborted ? first : editNow(context, facts, edits, signal);
}

function editNow(
  context: ToolContext,
  facts: PathFacts,
  edits: readonly TextEdit[],
  signal: AbortSignal,
): Promise<ToolOutcome> {
  return context.files.alone(facts, async () => {
    const name = showPath(facts);
    const known = knownFiles(context);
    const before = await context.files.readIfThere(facts, signal);
    const edited = tryEdits(name, before, edits);
    const hasChanged = before !== undefined && known.hasChanged(facts, before);
    const note = hasChanged ? `\n${describeChanged(name)}` : "";
    if ("failed" in edited) return errorOutcome(edited.failed + note);
    await context.files.writeText(facts, edited.text, signal);
    if (hasChanged) known.forget(facts);
    else known.see(facts, edited.text);
    return textOutcome(describeEdit(name, before ?? "", edited) + note, {
      content: toDiff(clientPath(context, facts), before, edited.text),
      locations: [locate(context, facts, firstLine({ before, edited }))],
    });
  });
}

function describeChanged(name: string): string {
  return `[${name} was changed since you last saw it, by a command or by somebody else: read it again before you rely on the rest of it.]`;
}

/** A file that is not there can only be filled. */
function tryEdits(name: string, text: string | undefined, edits: readonly TextEdit[]): EditResult {
  if (text === undefined && edits[0]?.oldText !== "") {
    return { failed: `${name} does not exist. Check the path, or create it with write.` };
  }
  return applyEdits(text ?? "", edits);
}

/** What is there now, to show what would change; undefined if that cannot be known. Whether it may be is not decided yet. */
async function peek(context: ToolContext, facts: PathFacts): Promise<{ text: string | undefined } | undefined> {
  try {
    return { text: await context.files.readIfThere(facts) };
  } catch (error) {
    if (error instanceof ParleyError) return undefined;
    throw error;
  }
}

function firstLine({ before, edited }: Applied): number {
  return findChange(before ?? "", edited.text).from + 1;
}

function textOf(result: EditResult): string | undefined {
  return "failed" in result ? undefined : result.text;
}

function describeEdit(name: string, before: string, { text, replacements, isFuzzy }: Edited): string {
  const { from, newEnd } = findChange(before, text);
  const times = replacements === 1 ? "1 replacement" : `${replacements} replacements`;
  const how = isFuzzy
    ? " (old_text was not there word for word; the one place that fits but for whitespace or quotes was taken)"
    : "";
  const lines = splitLines(text).slice(Math.max(0, from - 2), newEnd + 2);
  const head = `Edited ${name}: ${times}${how}.`;
  if (lines.length > EDIT_SNIPPET_LINES_MAX) return `${head} Lines ${from + 1} to ${newEnd} changed.`;
  return `${head} It now reads:\n${numberLines(lines, Math.max(0, from - 2) + 1)}`;
}

function toEdits({ old_text, new_text, replace_all = false, edits = [] }: Input): readonly TextEdit[] | string {
  const list = edits.map((one) => ({
    oldText: one.old_text,
    newText: one.new_text,
    replaceAll: one.replace_all ?? replace_all,
  }));
  if (old_text === undefined && new_text === undefined) {
    return list.length > 0 ? list : "Give old_text and new_text, or edits with at least one of them.";
  }
  if (old_text === undefined || new_text === undefined) {
    return `${old_text === undefined ? "old_text" : "new_text"} is missing: an edit needs both.`;
  }
  return [{ oldText: old_text, newText: new_text, replaceAll: replace_all }, ...list];
}
