// What a permission is about, in full: the commands, the changes, the paths and addresses, and what could not be understood.
import type { ToolCallUpdate } from "@parley/acp";
import { describeReading, readToolCall, toLine, type TextEdit } from "@parley/acp/tool-input";
import { neutralise, reveal, revealLine, t } from "@parley/base";
import { contentDiff, type DiffContent } from "../diff/content-diff.ts";
import type { Diff } from "../diff/diff-rows.ts";
import { INPUT_CHARS_MAX } from "../limits.ts";
import { fromFolder } from "../text/paths.ts";

/** All text is safe to show: what is approved has its invisible characters spelled out, the rest is harmless. */
export type SubjectPart =
  /** A command line, which may have several lines. */
  | { readonly type: "command"; readonly text: string }
  /** Path: empty if the agent does not name the file. Without a diff, the change is too large to show. */
  | { readonly type: "change"; readonly path: string; readonly diff: Diff | undefined }
  /** A file that the call is mainly about. */
  | { readonly type: "path"; readonly text: string }
  /** A folder, a variable, another path, an address. */
  | { readonly type: "detail"; readonly text: string }
  /** A line of the agent's description, or of the input of a call that cannot be described better. */
  | { readonly type: "text"; readonly text: string };

export interface PermissionSubject {
  readonly title: string;
  readonly parts: readonly SubjectPart[];
}

/** `cwd`: the session's folder, to which an agent's paths may be relative. */
export function toPermissionSubject(toolCall: ToolCallUpdate, cwd?: string): PermissionSubject {
  const isCommand = commandOf(toolCall) !== undefined;
  const title = isCommand ? t("Run a command") : revealLine(toolCall.title ?? toolCall.name ?? t("Use a tool"));
  return { title, parts: partsOf(toolCall, cwd) };
}

function partsOf(toolCall: ToolCallUpdate, cwd: string | undefined): SubjectPart[] {
  const reading = readToolCall(toolCall);
  const { commands, details } = describeReading(reading);
  const lines = commands.length > 0 ? commands : [commandOf(toolCall)].filter((one) => one !== undefined);
  const diffs = (toolCall.content ?? []).filter((part) => part.type === "diff");
  const changes = diffs.length > 0 ? diffs : reading.edits.map(toDiff);
  const isUnread = reading.doubts.length + reading.leftovers.length > 0;
  const isPlain = lines.length === 0 && changes.length === 0;
  const hasPath = details.some((detail) => detail.startsWith("file "));
  const isInput = isPlain && !hasPath && textsOf(toolCall).length === 0 && !isUnread;
  // The input already contains the other paths and addresses of the call.
  const more = isInput ? details.filter((detail) => !/^(?:also|address) /.test(detail)) : details;
  return [
    ...lines.map((text): SubjectPart => ({ type: "command", text: reveal(text) })),
    ...changes.map((part): SubjectPart => ({ type: "change", path: revealLine(part.path), diff: contentDiff(part) })),
    ...toDetails(withoutShown(more, changes, cwd), lines.length > 0),
    ...(isPlain ? toTexts(textsOf(toolCall)) : []),
    ...(isInput || isUnread ? toTexts(describeInput(toolCall.rawInput)) : []),
  ];
}

/** The first command line that would be run, as far as the agent says it. */
function commandOf(toolCall: ToolCallUpdate): string | undefined {
  const { commands, kind, guess } = readToolCall(toolCall);
  const [command] = commands;
  if (command !== undefined) return toLine(command);
  const { title } = toolCall;
  return kind === "execute" ? (guess ?? (typeof title === "string" ? title : undefined)) : undefined;
}

function toDiff({ path = "", old, new: newText }: TextEdit): DiffContent {
  return { type: "diff", path, oldText: old, newText };
}

/** Leaves out the files whose change is shown, whether their path is absolute or relative to the session's folder. */
function withoutShown(details: readonly string[], changes: readonly DiffContent[], cwd: string | undefined): string[] {
  const shown = new Set(changes.flatMap(({ path }) => [path, cwd === undefined ? path : fromFolder(path, cwd)]));
  return details.filter((detail) => !detail.startsWith("changes ") || !shown.has(detail.slice("changes ".length)));
}

function toDetails(details: readonly string[], hasCommand: boolean): SubjectPart[] {
  return details.map((detail) => {
    const path = hasCommand ? undefined : /^file (.*)$/s.exec(detail)?.[1];
    return path === undefined
      ? { type: "detail", text: revealLine(sayDetail(detail)) }
      : { type: "path", text: revealLine(path) };
  });
}

/** What a detail is, and what it is about. */
function sayDetail(detail: string): string {
  const [, what = "", about = ""] =
    /^(in|with|changes|deletes|moves|file|address|also|not understood:) (.*)$/s.exec(detail) ?? [];
  switch (what) {
    case "in":
      return t("in {0}", about);
    case "with":
      return t("with {0}", about);
    case "changes":
      return t("changes {0}", about);
    case "deletes":
      return t("deletes {0}", about);
    case "moves":
      return t("moves {0}", about);
    case "file":
      return t("file {0}", about);
    case "address":
      return t("address {0}", about);
    case "also":
      return t("also {0}", about);
    case "not understood:":
      return t("not understood: {0}", about);
    default:
      return detail;
  }
}

function textsOf({ content }: ToolCallUpdate): readonly string[] {
  const texts = (content ?? []).flatMap((part) =>
    part.type === "content" && part.content.type === "text" ? [part.content.text] : [],
  );
  return texts.flatMap((text) => neutralise(text).trimEnd().split("\n"));
}

function toTexts(texts: readonly string[]): SubjectPart[] {
  return texts.map((text) => ({ type: "text", text }));
}

function describeInput(rawInput: unknown): string[] {
  if (typeof rawInput !== "object" || rawInput === null)
    return typeof rawInput === "string" ? reveal(rawInput).split("\n") : [];
  return Object.entries(rawInput).map(([name, value]) => {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    const more = text.length > INPUT_CHARS_MAX ? ` … ${t("{0} more characters", text.length - INPUT_CHARS_MAX)}` : "";
    return `${revealLine(name)}: ${revealLine(text.slice(0, INPUT_CHARS_MAX))}${more}`;
  });
}
