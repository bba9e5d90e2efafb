// Checks the names in an archive: each must stay below the folder that it is unpacked into, or the archive is refused.
import { truncate } from "@parley/base";
import { ENTRY_DEPTH_MAX, ENTRY_NAME_BYTES_MAX, ENTRY_PATH_BYTES_MAX } from "../limits.ts";

/** The archive is damaged or malicious. The message may be shown. */
export class UnpackFailure extends Error {
  override readonly name = "UnpackFailure";
}

/** The parts of the path; empty for the folder itself (`./`). */
export function parseEntryName(name: string): readonly string[] {
  const refuse = (why: string): never => {
    throw new UnpackFailure(`the archive contains ${showName(name)}, ${why}`);
  };
  if (Buffer.byteLength(name) > ENTRY_PATH_BYTES_MAX) refuse("which is too long");
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\x00-\x1f\x7f]/.test(name)) refuse("which has control characters in its name");
  if (/^([/\\]|[A-Za-z]:)/.test(name)) refuse("which is an absolute path");
  if (name.includes("\\")) refuse("which contains a backslash");
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) refuse("which leads outside the folder");
  if (parts.length > ENTRY_DEPTH_MAX) refuse(`which is more than ${ENTRY_DEPTH_MAX} folders deep`);
  if (parts.some((part) => Buffer.byteLength(part) > ENTRY_NAME_BYTES_MAX)) refuse("which is too long");
  if (process.platform === "win32" && parts.some((part) => /[<>:"|?*]|[. ]$/.test(part))) {
    refuse("which is not a valid name on Windows");
  }
  return parts;
}

/** Equal for two names that some file system treats as the same. */
export function foldName(path: string): string {
  return path.normalize("NFC").toUpperCase().toLowerCase();
}

export function showName(name: string): string {
  return JSON.stringify(truncate(name, 200));
}
