// Gives a request with an idempotency key a fingerprint, so that the key cannot be used for a different request.
import { isObject } from "@parley/base";
import type { KeyedRequest } from "@parley/hub";
import { createHash } from "node:crypto";
import type { Caller } from "../http/dialect.ts";
import { sentKey } from "./own-key.ts";

export interface Keyed {
  readonly idempotencyKey?: string;
  readonly keyedRequest?: KeyedRequest;
}

export interface KeyedOptions {
  readonly caller: Caller;
  /** As `ownKey` made it. Undefined: the request has none. */
  readonly idempotencyKey: string | undefined;
  /** The key's name for the client, if it sent it under another one. */
  readonly shown?: string | undefined;
}

/**
 * `meaning`: what the client asked for, as it asked for it. Not what the server made of it, which may differ the next
 * time; not how the client wants to get the answer; and nothing that must not be stored, because a hash of it is.
 */
export function keyRequest({ caller, idempotencyKey, shown }: KeyedOptions, meaning: unknown): Keyed {
  if (idempotencyKey === undefined) return {};
  const key = shown ?? sentKey(caller, idempotencyKey);
  const fingerprint = createHash("sha256").update(toCanonicalJson(meaning)).digest("base64url");
  return { idempotencyKey, keyedRequest: { key, fingerprint } };
}

/** The order of fields, and whether an optional one is missing or null, mean nothing. */
function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (isObject(part) ? sortFields(part) : part)) ?? "";
}

function sortFields(fields: Readonly<Record<string, unknown>>): object {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
