// Grants: what was allowed in this turn. Permission for a tool call covers the file and terminal calls that follow from
// it, each once.
import type { PathFacts, TextChange } from "./facts.ts";
import type { Kind } from "./kinds/kind.ts";
import { toKey } from "./kinds/path-kind.ts";
import { KINDS } from "./kinds/table.ts";
import type { PolicyFacts, PolicyRequest, RequestKind } from "./request.ts";

/** Whether a change is the one that was shown. */
export type FitsText = (change: TextChange) => boolean;

export interface Grant {
  /** It ends with the turn. */
  readonly turnId: string;
  /** A grant by a rule covers less than one by the user. */
  readonly by: "person" | "rule";
  /** The things it covers, each by its exact name. */
  readonly keys: readonly string[];
  /** Of files to write, by key: the text that was shown. If none was shown, any text is covered. */
  readonly texts?: ReadonlyMap<string, FitsText> | undefined;
}

export interface GrantOptions extends Pick<Grant, "turnId" | "by"> {
  /** Of a file that is to be changed: the text that was shown. */
  readonly shown?: ((path: PathFacts) => FitsText | undefined) | undefined;
}

/** The grant that follows from allowing this request. */
export function createGrant<K extends RequestKind>(
  request: PolicyRequest<K>,
  facts: PolicyFacts<K>,
  { turnId, by, shown = () => undefined }: GrantOptions,
): Grant {
  const kind: Kind<K> = KINDS[request.kind];
  const texts = new Map<string, FitsText>();
  for (const path of pathsOf(facts)) {
    const fits = shown(path);
    if (fits !== undefined) texts.set(toKey("write", path), fits);
  }
  return { turnId, by, keys: kind.gives(facts), texts };
}

/** Whether everything that the request touches was granted. */
export function covers<K extends RequestKind>(grant: Grant, request: PolicyRequest<K>, facts: PolicyFacts<K>): boolean {
  const keys = keysOf(request, facts);
  return keys.length > 0 && keys.every((key) => grant.keys.includes(key) && isShown(grant, key, facts));
}

/** The rest of a grant after this use. Reading stays allowed: in pages, or after a change. */
export function useGrant<K extends RequestKind>(grant: Grant, request: PolicyRequest<K>, facts: PolicyFacts<K>): Grant {
  const used = new Set(request.kind === "read" ? [] : keysOf(request, facts));
  return { ...grant, keys: grant.keys.filter((key) => !used.has(key)) };
}

/** Whether it covers a write of this file with one text only. */
export function holdsToText({ keys, texts }: Grant, path: PathFacts): boolean {
  const key = toKey("write", path);
  return keys.includes(key) && texts?.has(key) === true;
}

function keysOf<K extends RequestKind>(request: PolicyRequest<K>, facts: PolicyFacts<K>): readonly string[] {
  const kind: Kind<K> = KINDS[request.kind];
  return kind.takes(facts);
}

function isShown({ texts }: Grant, key: string, facts: PolicyFacts): boolean {
  const fits = texts?.get(key);
  if (fits === undefined) return true;
  const change = "change" in facts ? facts.change : undefined;
  return change !== undefined && fits(change);
}

function pathsOf(facts: PolicyFacts): readonly PathFacts[] {
  if ("paths" in facts) return facts.paths ?? [];
  return "real" in facts ? [facts] : [];
}
