// `edit`: replaces texts in a file, all of them or none.
import type { ToolCallContent } from "@parley/acp";
import { ParleyError, within } from "@parley/base";
import type { PathFacts } from "@parley/policy";
import { findChange, toDiff } from "./files/diff-content.ts";
import { applyEdits } from "./editing/apply-edits.ts";
import { describeChanged, describeEdit } from "./editing/describe-edit.ts";
import { editInput, toEdits } from "./editing/edit-input.ts";
import type { Edited, EditResult, TextEdit } from "./editing/text-edit.ts";
import { errorOutcome, orErrorOutcome, orFailure } from "./failures.ts";
import { knownFiles } from "./files/known-files.ts";
import { EARLIER_CHANGE_MS_MAX } from "../limits.ts";
import { mayShow } from "./files/may-show.ts";
import { clientPath, findPath, locate, readSubject, showPath, writeSubject } from "./files/paths.ts";
import { plannedChanges, type PlannedChange } from "./files/planned-changes.ts";
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

export const editTool: Tool = defineTool({
  name: "edit",
  groups: ["edit"],
  kind: "edit",
  description:
    "Replaces text in a file: `old_text` by `new_text`, or several at once with `edits`. " +
    "`old_text` must occur exactly once (or set `replace_all`); copy it from `read`, without the line numbers. " +
    "Differences in whitespace, line endings and typographic quotes are tolerated if only one place matches. " +
    "If it fails, nothing is changed and the most similar lines are shown. " +
    "An empty `old_text` fills a new or empty file. To replace a whole file use `write`.",
  input: editInput,
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
  const isShown = await mayShow(context, facts);
  const peeked = isShown ? await peek(context, facts) : undefined;
  const planned = plannedChanges(context);
  const result =
    peeked === undefined ? undefined : foresee(name, peeked.text, planned.project(facts, peeked.text), edits);
  if (result !== undefined && "failed" in result) {
    // The edit changes nothing, so it needs no write approval; but the error quotes the file, so it needs read access.
    return {
      title: `Edit ${name}`,
      locations,
      subjects: [readSubject(facts)],
      execute: async () => errorOutcome(result.failed),
    };
  }
  const shownPath = clientPath(context, facts);
  const change = planned.add(facts, (text) => textOf(tryEdits(name, text, edits)));
  return {
    title: `Edit ${name}`,
    locations: result === undefined ? locations : [locate(context, facts, firstLine(result))],
    content: result === undefined ? showEdits(shownPath, edits) : toDiff(shownPath, result.before, result.edited.text),
    subjects: [writeSubject(facts)],
    execute: ({ signal }) =>
      orErrorOutcome(signal, () => edit({ context, facts, edits, isShown }, change, signal)).finally(change.finish),
  };
}

interface Applied {
  /** Undefined if the file does not exist. */
  readonly before: string | undefined;
  readonly edited: Edited;
}

/** Tries the edits on the current file, then on the file as earlier pending edits will leave it. */
function foresee(
  name: string,
  text: string | undefined,
  projected: string | undefined,
  edits: readonly TextEdit[],
): Applied | { readonly failed: string } {
  const now = tryEdits(name, text, edits);
  if (!("failed" in now)) return { before: text, edited: now };
  const later = projected === undefined ? now : tryEdits(name, projected, edits);
  return "failed" in later ? now : { before: projected, edited: later };
}

interface EditCall {
  readonly context: ToolContext;
  readonly facts: PathFacts;
  readonly edits: readonly TextEdit[];
  /** Whether the rest of the file may be shown. */
  readonly isShown: boolean;
}

async function edit(call: EditCall, change: PlannedChange, signal: AbortSignal): Promise<ToolOutcome> {
  const earlier = plannedChanges(call.context).before(call.facts, change);
  const first = await editNow(call, signal);
  if (first.isError !== true || earlier.length === 0) return first;
  // Earlier edits may still wait for permission.
  const made = Promise.all(earlier.map(({ over }) => over));
  await within(made, EARLIER_CHANGE_MS_MAX, { signal });
  return signal.aborted ? first : editNow(call, signal);
}

function editNow({ context, facts, edits, isShown }: EditCall, signal: AbortSignal): Promise<ToolOutcome> {
  return context.files.alone(facts, async () => {
    const name = showPath(facts);
    const path = clientPath(context, facts);
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
      content: isShown ? toDiff(path, before, edited.text) : showEdits(path, edits),
      locations: [locate(context, facts, firstLine({ before, edited }))],
    });
  });
}

/** Shows only the replacements if the rest of the file must stay hidden. */
function showEdits(path: string, edits: readonly TextEdit[]): readonly ToolCallContent[] {
  return edits.flatMap(({ oldText, newText }) => toDiff(path, oldText, newText));
}

/** A missing file can only be created. */
function tryEdits(name: string, text: string | undefined, edits: readonly TextEdit[]): EditResult {
  if (text === undefined && edits[0]?.oldText !== "") {
    return { failed: `${name} does not exist. Check the path, or create it with write.` };
  }
  return applyEdits(text ?? "", edits);
}

/** The current content for the diff; undefined if it cannot be read. Policy has not decided on the edit yet. */
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
