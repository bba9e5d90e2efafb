// Builds the content blocks of a prompt: its text, and the attachments in a form that the agent supports.
import type { ContentBlock, PromptCapabilities } from "@parley/acp";
import { ParleyError, hasErrno } from "@parley/base";
import type { Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import type { LineRange } from "@parley/chat-model";
import { fileErrorWords } from "../file-error-words.ts";
import type { Attachment } from "./attachment.ts";
import { ATTACHMENTS_MAX, MEDIA_BYTES_MAX, RANGE_CHARS_MAX, RANGE_FILE_BYTES_MAX } from "../limits.ts";
import { mediaOf, mimeTypeOf } from "./media-types.ts";

/** The text comes first, because the session is named after it. */
export async function toPrompt(
  text: string,
  attachments: readonly Attachment[],
  capabilities: PromptCapabilities | undefined,
): Promise<ContentBlock[]> {
  if (attachments.length > ATTACHMENTS_MAX) {
    const message = `${attachments.length} files are too many for one prompt; the limit is ${ATTACHMENTS_MAX}`;
    throw new ParleyError({ code: "usage", message, remedy: { label: "Name the folder instead" } });
  }
  const blocks = await Promise.all(attachments.map((attachment) => toBlock(attachment, capabilities)));
  return text === "" ? blocks : [{ type: "text", text }, ...blocks];
}

async function toBlock(attachment: Attachment, capabilities: PromptCapabilities | undefined): Promise<ContentBlock> {
  const { path, lines } = attachment;
  const stats = await theme(path);
  if (lines !== undefined) return toLines(path, lines, stats);
  const media = stats.isFile() ? mediaOf(path) : undefined;
  if (media === undefined || capabilities?.[media.kind] !== true) return toLink(path, stats);
  if (stats.size > MEDIA_BYTES_MAX) throw tooLarge(path, MEDIA_BYTES_MAX);
  const data = (await readFile(path)).toString("base64");
  const uri = pathToFileURL(path).href;
  return media.kind === "image"
    ? { type: "image", data, mimeType: media.mimeType, uri }
    : { type: "audio", data, mimeType: media.mimeType };
}

/** Every agent supports links. */
function toLink(path: string, stats: Stats): ContentBlock {
  const uri = pathToFileURL(path).href;
  const mimeType = stats.isDirectory() ? "inode/directory" : mimeTypeOf(path);
  return {
    type: "resource_link",
    uri,
    name: basename(path),
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(stats.isFile() ? { size: stats.size } : {}),
  };
}

/** If the agent does not support embedded resources, the session converts them to text. */
async function toLines(path: string, lines: LineRange, stats: Stats): Promise<ContentBlock> {
  if (stats.isDirectory())
    throw new ParleyError({ code: "file_is_directory", message: `${path} is a folder and has no lines` });
  if (stats.size > RANGE_FILE_BYTES_MAX) throw tooLarge(path, RANGE_FILE_BYTES_MAX);
  const text = takeLines(path, await readFile(path, "utf8"), lines);
  const { first, last } = lines;
  const range = first === last ? `L${first}` : `L${first}-L${last}`;
  const mimeType = mimeTypeOf(path) ?? "text/plain";
  return { type: "resource", resource: { uri: `${pathToFileURL(path).href}#${range}`, text, mimeType } };
}

function takeLines(path: string, whole: string, { first, last }: LineRange): string {
  const all = whole.split("\n");
  // A line break at the end does not start another line.
  if (all.at(-1) === "") all.pop();
  if (first > all.length) {
    const message = `${path} has only ${all.length} ${all.length === 1 ? "line" : "lines"}; line ${first} not found`;
    throw new ParleyError({ code: "usage", message, remedy: { label: "Choose lines that exist" } });
  }
  const text = all
    .slice(first - 1, last)
    .map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line))
    .join("\n");
  if (text.length > RANGE_CHARS_MAX) throw tooLarge(path, RANGE_CHARS_MAX);
  return text;
}

async function theme(path: string): Promise<Stats> {
  let stats: Stats;
  try {
    stats = await stat(path);
  } catch (cause) {
    if (hasErrno(cause, "ENOENT", "ENOTDIR")) {
      throw new ParleyError({ code: "usage", message: `File ${path} not found`, cause });
    }
    throw new ParleyError({ code: "file_denied", message: `${path} cannot be read: ${fileErrorWords(cause)}`, cause });
  }
  if (stats.isFile() || stats.isDirectory()) return stats;
  throw new ParleyError({ code: "file_is_special", message: `${path} is neither a file nor a folder` });
}

function tooLarge(path: string, bytesMax: number): ParleyError {
  const message = `${path} is too large for a prompt: ${Math.floor(bytesMax / 1024)} KiB is the limit`;
  return new ParleyError({
    code: "file_too_large",
    message,
    remedy: { label: "Attach only some of its lines, or its folder" },
  });
}
