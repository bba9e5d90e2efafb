// Why a file could not be read or written, in words that follow a colon.
import { errorCodeOf } from "@parley/base";

const WORDS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EDQUOT: "the disk quota is used up",
  EISDIR: "it is a folder",
  ELOOP: "it is a link that leads to itself",
  ENAMETOOLONG: "the name is too long",
  ENOENT: "its folder does not exist",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of the path is not a folder",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
};

export function fileErrorWords(error: unknown): string {
  return WORDS[errorCodeOf(error) ?? ""] ?? (error instanceof Error ? error.message : String(error));
}
