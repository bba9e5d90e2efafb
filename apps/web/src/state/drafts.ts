// What was written and not sent, by session: kept by the browser, so that a reload loses nothing.
import { isObject } from "@parley/base";
import type { AttachedChip } from "@parley/chat-model";
import type { Draft, DraftKeeper } from "@parley/chat-ui";
import { DRAFTS_MAX } from "../limits.ts";

const PREFIX = "parley.draft.";
const EMPTY: Draft = { text: "", chips: [] };

export function draftsOf(sessionId: string): DraftKeeper {
  const key = PREFIX + sessionId;
  return {
    get draft() {
      return parse(localStorage.getItem(key));
    },
    keep: (draft) => keep(key, draft),
  };
}

function keep(key: string, draft: Draft): boolean {
  if (draft.text === "" && draft.chips.length === 0) {
    localStorage.removeItem(key);
    return true;
  }
  const others = storedKeys().filter((one) => one !== key);
  for (const old of others.slice(0, Math.max(0, others.length - DRAFTS_MAX + 1))) localStorage.removeItem(old);
  if (store(key, draft)) return true;
  // The text alone fits even where the attachments do not.
  store(key, { ...draft, chips: [] });
  return false;
}

/** The browser's storage has a limit, which only an attempt finds. */
function store(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ ...draft, at: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

/** The oldest first. */
function storedKeys(): string[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  if (keys.length < DRAFTS_MAX) return keys;
  const times = new Map(keys.map((key) => [key, timeOf(localStorage.getItem(key))]));
  return keys.toSorted((one, other) => (times.get(one) ?? 0) - (times.get(other) ?? 0));
}

function timeOf(stored: string | null): number {
  const value = read(stored);
  return isObject(value) && typeof value["at"] === "number" ? value["at"] : 0;
}

/** Whatever another version of the page stored there. */
function parse(stored: string | null): Draft {
  const value = read(stored);
  if (!isObject(value) || typeof value["text"] !== "string" || !Array.isArray(value["chips"])) return EMPTY;
  return { text: value["text"], chips: value["chips"].filter(isChip) };
}

function read(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? "null");
  } catch {
    return undefined;
  }
}

function isChip(value: unknown): value is AttachedChip {
  if (!isObject(value) || typeof value["name"] !== "string") return false;
  if (value["type"] === "text") return typeof value["text"] === "string" && typeof value["uri"] === "string";
  const isMedia = value["type"] === "image" || value["type"] === "audio";
  return isMedia && typeof value["mimeType"] === "string" && typeof value["data"] === "string";
}
