// The last downloaded copy of the registry, for listing agents and for working offline.
import { isObject } from "@parley/base";
import { readTextWithin, writeAtOnce } from "@parley/home";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { CACHE_FILE_BYTES_MAX } from "../limits.ts";

const FORMAT = 1;

export interface CachedRegistry {
  readonly text: string;
  readonly fetchedAtMs: number;
  readonly etag?: string | undefined;
}

/** One file for each URL; the URL itself is not stored. */
function pathOf(parleyHome: string, url: string): string {
  const name = createHash("sha256").update(url).digest("hex").slice(0, 16);
  return join(parleyHome, "cache", `registry-${name}.json`);
}

/** Undefined without a usable copy. */
export async function readCache(parleyHome: string, url: string): Promise<CachedRegistry | undefined> {
  try {
    const value: unknown = JSON.parse((await readTextWithin(pathOf(parleyHome, url), CACHE_FILE_BYTES_MAX)) ?? "null");
    if (!isObject(value) || value["format"] !== FORMAT) return undefined;
    const { text, fetchedAtMs, etag } = value;
    if (typeof text !== "string" || typeof fetchedAtMs !== "number") return undefined;
    return { text, fetchedAtMs, ...(typeof etag === "string" ? { etag } : {}) };
  } catch {
    return undefined; // Damaged: it is downloaded again.
  }
}

export async function writeCache(parleyHome: string, url: string, cached: CachedRegistry): Promise<void> {
  await writeAtOnce(pathOf(parleyHome, url), `${JSON.stringify({ format: FORMAT, ...cached })}\n`);
}
