// Remembered choices from JSON. An unreadable one may have been a rejection, so requests that it might cover are not
// allowed.
import { isObject } from "@parley/base";
import { CONCERNS } from "../concerns.ts";
import type { Coverage } from "../coverage.ts";
import { REMEMBERED_MAX } from "../limits.ts";
import { PATH_KINDS, REQUEST_KINDS, type RequestKind } from "../request.ts";
import { Fields, type Misfit, type RawRule } from "../rules/fields.ts";
import type { BrokenRule } from "../rules/rule-set.ts";
import type { Choice, Scope } from "./choice.ts";

export interface ParsedChoices {
  readonly choices: readonly Choice[];
  readonly broken: readonly BrokenRule[];
  /** Unreadable entries, to be written back unchanged. */
  readonly unread: readonly unknown[];
}

const CONCERNED: Readonly<Record<Coverage["kind"], readonly RequestKind[]>> = {
  path: [...PATH_KINDS, "execute", "tool", "mcp"],
  command: ["execute", "tool", "mcp"],
  fetch: ["fetch", "tool", "mcp"],
  tool: ["tool"],
  mcp: ["mcp"],
};

/** `raw` is the list; undefined is an empty one. */
export function parseChoices(raw: unknown): ParsedChoices {
  if (raw === undefined) return { choices: [], broken: [], unread: [] };
  if (!Array.isArray(raw)) return { choices: [], broken: [toBroken(undefined, raw, "a list")], unread: [raw] };
  const choices: Choice[] = [];
  const broken: BrokenRule[] = [];
  const unread: unknown[] = [];
  for (const [index, value] of raw.entries()) {
    const read =
      index < REMEMBERED_MAX ? readChoice(value) : { field: "choices", expected: `at most ${REMEMBERED_MAX}` };
    if ("choice" in read) choices.push(read.choice);
    else {
      broken.push({ ...toBroken(index, value, ""), ...read });
      unread.push(value);
    }
  }
  return { choices, broken, unread };
}

function readChoice(value: unknown): { readonly choice: Choice } | Misfit {
  if (!isObject(value)) return { field: "choice", expected: "an object" };
  const { holds: rawHolds, covers: rawCovers, madeAtMs: rawTime, ...rest } = value;
  const fields = new Fields(rest);
  const id = fields.text("id");
  const verdict = fields.oneOf("verdict", ["allow", "deny"]);
  const including = fields.someOf("including", CONCERNS, 0);
  const misfit = fields.finish(["id", "verdict", "holds", "covers", "including", "madeAtMs"]);
  if (misfit !== undefined) return misfit;
  const holds = isObject(rawHolds) ? readScope(rawHolds) : undefined;
  if (holds === undefined) return { field: "holds", expected: "a scope of session, workspace or always" };
  const covers = isObject(rawCovers) ? readCoverage(rawCovers) : undefined;
  if (covers === undefined) return { field: "covers", expected: "a path, a command, a host, a tool or a server" };
  if (id === undefined || verdict === undefined) return { field: "id", expected: "an id" };
  if (typeof rawTime !== "number") return { field: "madeAtMs", expected: "a time in milliseconds" };
  return { choice: { id, verdict, holds, covers, including, madeAtMs: rawTime } };
}

function readScope({ scope, sessionId, workspace }: RawRule): Scope | undefined {
  if (scope === "always") return { scope };
  if (scope === "session" && typeof sessionId === "string") return { scope, sessionId };
  return scope === "workspace" && typeof workspace === "string" ? { scope, workspace } : undefined;
}

function readCoverage({
  kind,
  requests,
  path,
  isFolder,
  words,
  isPrefix,
  host,
  name,
  server,
}: RawRule): Coverage | undefined {
  if (kind === "path" && typeof path === "string" && typeof isFolder === "boolean" && Array.isArray(requests)) {
    const known = PATH_KINDS.filter((request) => requests.includes(request));
    return known.length === requests.length && known.length > 0 ? { kind, requests: known, path, isFolder } : undefined;
  }
  if (kind === "command" && Array.isArray(words) && typeof isPrefix === "boolean") {
    const isList = words.length > 0 && words.every((word) => typeof word === "string");
    return isList ? { kind, words, isPrefix } : undefined;
  }
  if (kind === "fetch" && typeof host === "string") return { kind, host };
  if (kind === "tool" && typeof name === "string") return { kind, name };
  if (kind !== "mcp" || typeof server !== "string") return undefined;
  if (name === undefined) return { kind, server };
  return typeof name === "string" ? { kind, server, name } : undefined;
}

function toBroken(index: number | undefined, value: unknown, expected: string): BrokenRule {
  const covers: unknown = isObject(value) ? value["covers"] : undefined;
  const kind: unknown = isObject(covers) ? covers["kind"] : undefined;
  const isKnown = typeof kind === "string" && Object.hasOwn(CONCERNED, kind);
  const kinds = isKnown ? CONCERNED[kind as Coverage["kind"]] : REQUEST_KINDS;
  const id = isObject(value) && typeof value["id"] === "string" ? value["id"] : undefined;
  return { layer: "machine", list: "choices", index, id, field: "choices", expected, kinds };
}
