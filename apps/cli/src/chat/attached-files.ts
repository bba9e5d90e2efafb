// The attachments of the prompt being typed, as a row under the input: mentioned files, images, long pastes.
import { formatBytes, neutralLine } from "@parley/base";
import type { PromptCapabilities } from "@parley/acp";
import { findMentionChips, foldsIn, toMention, type Chip } from "@parley/chat-model";
import { existsSync, statSync, type Stats } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { mediaOf } from "../prompt/media-types.ts";
import { MENTIONED_SHOWN_MAX, PATH_CHARS_MAX } from "../limits.ts";
import { draftIn, type InputState } from "./input/input-state.ts";

export interface AttachedLabel {
  readonly text: string;
  /** Why it is not sent in its own type. */
  readonly problem?: string | undefined;
}

export function describeAttached(
  state: InputState,
  cwd: string,
  capabilities: PromptCapabilities | undefined,
): AttachedLabel[] {
  const draft = draftIn(state);
  const mentioned = draft.text.includes("@") ? findMentionChips(draft.text).slice(0, MENTIONED_SHOWN_MAX) : [];
  const files = mentioned.flatMap((chip) => describeMention(chip, cwd, capabilities) ?? []);
  const media = foldsIn(draft).flatMap((fold): AttachedLabel[] => {
    if (fold.type !== "media" || fold.chip.type === "text") return [];
    const text = fold.label.slice(1, -1);
    return [capabilities?.[fold.chip.type] === true ? { text } : { text, problem: notAccepted(fold.chip.type) }];
  });
  return [...files, ...media];
}

/** Terminals paste the path of a file that is dropped on them, quoted or escaped as for a shell. */
export function mentionImage(pasted: string, cwd: string): string | undefined {
  const text = pasted.trim();
  if (text === "" || text.length > PATH_CHARS_MAX || text.includes("\n")) return undefined;
  const path = toPath(text);
  if (path === undefined || path.includes('"') || mediaOf(path)?.kind !== "image") return undefined;
  return statOf(resolve(cwd, path))?.isFile() === true ? toMention(path) : undefined;
}

function toPath(text: string): string | undefined {
  try {
    if (text.startsWith("file://")) return fileURLToPath(text);
  } catch {
    return undefined;
  }
  const quoted = /^(['"])(.*)\1$/.exec(text)?.[2];
  const plain = quoted ?? (process.platform === "win32" ? text : text.replaceAll(/\\(.)/g, "$1"));
  return plain.startsWith("~/") ? join(homedir(), plain.slice(2)) : plain;
}

function describeMention(
  chip: Chip,
  cwd: string,
  capabilities: PromptCapabilities | undefined,
): AttachedLabel | undefined {
  if (chip.type !== "mention") return undefined;
  const path = chip.path.startsWith("~/") ? join(homedir(), chip.path.slice(2)) : chip.path;
  const whole = resolve(cwd, path);
  const stats = statOf(whole);
  if (stats === undefined) return undefined;
  const name = neutralLine(path.split("/").at(-1) ?? path);
  const lines = chip.lines === undefined ? "" : `:${chip.lines.first}-${chip.lines.last}`;
  const media = stats.isFile() ? mediaOf(whole)?.kind : undefined;
  const size = stats.isFile() && lines === "" ? `, ${formatBytes(stats.size)}` : "";
  const text = `${name}${stats.isDirectory() ? "/" : ""}${lines}${size}`;
  return media === undefined || capabilities?.[media] === true ? { text } : { text, problem: notAccepted(media) };
}

function notAccepted(kind: "image" | "audio"): string {
  return kind === "image" ? "the agent does not accept images" : "the agent does not accept audio";
}

function statOf(path: string): Stats | undefined {
  try {
    return existsSync(path) ? statSync(path) : undefined;
  } catch {
    return undefined;
  }
}
