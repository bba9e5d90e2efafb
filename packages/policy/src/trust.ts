// Folders whose own rules and settings the user trusts: exactly these, not their subfolders.
import type { Platform } from "./facts.ts";
import { TRUSTED_FOLDERS_MAX } from "./limits.ts";
import { isWithin } from "./path-text.ts";
import { isObject } from "@parley/base";

export interface TrustedFolder {
  /** Absolute, without links. */
  readonly path: string;
  readonly trustedAtMs: number;
}

/** An unreadable entry is not trusted. */
export function parseTrustedFolders(raw: unknown): readonly TrustedFolder[] {
  if (!Array.isArray(raw)) return [];
  const folders: TrustedFolder[] = [];
  for (const value of raw.slice(0, TRUSTED_FOLDERS_MAX)) {
    if (!isObject(value)) continue;
    const { path, trustedAtMs } = value;
    if (typeof path === "string" && typeof trustedAtMs === "number") folders.push({ path, trustedAtMs });
  }
  return folders;
}

export function isTrustedFolder(folders: readonly TrustedFolder[], path: string, platform: Platform): boolean {
  return folders.some((folder) => isWithin(folder.path, path, platform) && isWithin(path, folder.path, platform));
}

/** A full list drops the oldest. */
export function trustFolder(folders: readonly TrustedFolder[], folder: TrustedFolder): readonly TrustedFolder[] {
  return [...distrustFolder(folders, folder.path), folder].slice(-TRUSTED_FOLDERS_MAX);
}

export function distrustFolder(folders: readonly TrustedFolder[], path: string): readonly TrustedFolder[] {
  return folders.filter((folder) => folder.path !== path);
}
