// File names made from arbitrary text, safe on every system.
import { createHash } from "node:crypto";

/** Reserved device names on Windows, with or without an extension. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|conin|conout|com\d|lpt\d)$/;
const HASH_CHARS = 8;

/** Lower-case letters, digits and single hyphens; undefined if nothing is left. */
export function toSlug(text: string, charsMax: number): string | undefined {
  const slug = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, charsMax)
    .replace(/-$/, "");
  if (slug === "") return undefined;
  return isDeviceName(slug) ? `${slug}-${hashOf(text)}` : slug;
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_CHARS);
}

export function isDeviceName(name: string): boolean {
  return DEVICE_NAME.test(name.toLowerCase());
}
