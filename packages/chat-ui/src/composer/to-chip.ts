// A file that was pasted, dropped or chosen, as an attachment: an image that is one, a sound, or text.
import { neutralLine, ParleyError, t } from "@parley/base";
import type { AttachedChip } from "@parley/chat-model";

/** The first bytes of the images that models read. */
const IMAGES: readonly (readonly [string, (bytes: Uint8Array) => boolean])[] = [
  ["image/png", (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47])],
  ["image/jpeg", (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff])],
  ["image/gif", (bytes) => startsWith(bytes, [0x47, 0x49, 0x46, 0x38])],
  ["image/webp", (bytes) => startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes.subarray(8), [0x57, 0x45])],
];

/** Rejects with `bad_input` for what is neither; whatever a file says it is, its bytes decide. */
export async function toChip(file: File): Promise<AttachedChip> {
  const name = file.name === "" ? "pasted" : file.name;
  const bytes = new Uint8Array(await file.arrayBuffer());
  const image = IMAGES.find(([, isOne]) => isOne(bytes))?.[0];
  if (image !== undefined) return { type: "image", name, mimeType: image, data: toBase64(bytes) };
  if (file.type.startsWith("audio/")) return { type: "audio", name, mimeType: file.type, data: toBase64(bytes) };
  if (file.type.startsWith("image/") && file.type !== "image/svg+xml") {
    throw badFile(
      t("{0} is not an image that can be sent: its content is not PNG, JPEG, GIF or WebP", neutralLine(name)),
    );
  }
  return toTextChip(name, decode(name, bytes));
}

export function toTextChip(name: string, text: string): AttachedChip {
  return { type: "text", name, uri: `attachment:${encodeURIComponent(name)}`, text };
}

function decode(name: string, bytes: Uint8Array): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Not UTF-8: reported below, as a text with zero bytes is.
  }
  throw badFile(t("{0} is neither an image nor text, so no agent could read it", neutralLine(name)));
}

function badFile(message: string): ParleyError {
  return new ParleyError({ code: "bad_input", message });
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** In steps, because a function takes a limited number of arguments. */
function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(at, at + STEP_BYTES));
  }
  return btoa(binary);
}

const STEP_BYTES = 0x8000;
