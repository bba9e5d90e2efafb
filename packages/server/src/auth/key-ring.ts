// Authenticates by the server's token and further keys with fewer rights, compared in constant time.
import { findServerKeyProblem, ParleyError, SERVER_SCOPES, SERVER_TOKEN_NAME, type ServerKey } from "@parley/base";
import { createHash, timingSafeEqual } from "node:crypto";
import type { Caller } from "../http/dialect.ts";

/** A key for others; only its hash is stored here. */
export type KeyOption = ServerKey;

/** Keys that change while the server runs. */
export interface KeySource {
  readonly all: readonly KeyOption[];
  /** False while one of them may have been revoked elsewhere; then none is accepted. */
  readonly isCurrent: boolean;
  onChange(listener: () => void): () => void;
}

/** A key that may have been revoked; the caller has to retry. */
export const UNSURE = "unsure";

export interface KeyRing {
  /** By a token or key as sent. */
  find(secret: string): Caller | typeof UNSURE | undefined;
  /** By name, with a value that changes when the key does. It is not a secret. */
  named(name: string): NamedKey | typeof UNSURE | undefined;
  /** A key was revoked or its scopes changed, so its previous caller object is no longer valid. */
  onRevoked(listener: (callers: ReadonlySet<Caller>) => void): void;
}

interface NamedKey {
  readonly caller: Caller;
  readonly fingerprint: string;
}

interface Key {
  readonly caller: Caller;
  readonly hash: Buffer;
}

/** The name of the caller that has the server's token. */
export const TOKEN_NAME: typeof SERVER_TOKEN_NAME = SERVER_TOKEN_NAME;

/** Throws `bad_config` if one of the current keys is invalid. */
export function createKeyRing(token: string, keys: readonly KeyOption[] | KeySource = []): KeyRing {
  const source = "all" in keys ? keys : { all: keys, isCurrent: true, onChange: () => () => undefined };
  const owner: Caller = { name: TOKEN_NAME, scopes: new Set(SERVER_SCOPES) };
  const tokenBytes = Buffer.from(token);
  if (tokenBytes.length === 0) throw new ParleyError({ code: "bad_config", message: "the server's token is empty" });
  const tokenHash = createHash("sha256").update(tokenBytes).digest("hex");
  let others = toKeys(source.all);
  const listeners = new Set<(callers: ReadonlySet<Caller>) => void>();
  source.onChange(() => {
    const before = others;
    others = toKeys(source.all, before);
    const gone = [...before.values()].filter((key) => others.get(key.caller.name) !== key);
    if (gone.length > 0) for (const listener of listeners) listener(new Set(gone.map(({ caller }) => caller)));
  });

  return {
    find(secret) {
      const sent = Buffer.from(secret);
      if (sent.length === tokenBytes.length && timingSafeEqual(sent, tokenBytes)) return owner;
      if (others.size === 0) return undefined;
      const hash = createHash("sha256").update(sent).digest();
      let found: Caller | undefined;
      for (const key of others.values()) if (timingSafeEqual(hash, key.hash)) found = key.caller;
      return found === undefined || source.isCurrent ? found : UNSURE;
    },
    named(name) {
      if (name === TOKEN_NAME) return { caller: owner, fingerprint: tokenHash };
      const key = others.get(name);
      if (key === undefined) return undefined;
      return source.isCurrent ? { caller: key.caller, fingerprint: toFingerprint(key) } : UNSURE;
    },
    onRevoked: (listener) => void listeners.add(listener),
  };
}

/** A key that has not changed stays the same object, and so does its caller. */
function toKeys(keys: readonly KeyOption[], before: ReadonlyMap<string, Key> = new Map()): ReadonlyMap<string, Key> {
  return new Map(
    keys.map((option) => {
      const [known, key] = [before.get(option.name), parseKey(option)];
      return [option.name, known !== undefined && toFingerprint(known) === toFingerprint(key) ? known : key];
    }),
  );
}

/** A change of the key's rights also invalidates its cookies. */
function toFingerprint({ hash, caller }: Key): string {
  return `${hash.toString("hex")} ${[...caller.scopes].join(",")}`;
}

function parseKey(option: KeyOption): Key {
  const { name, hash, scopes } = option;
  const problem = findServerKeyProblem(option);
  if (problem !== undefined) throw new ParleyError({ code: "bad_config", message: `key ${name}: ${problem}` });
  const strongest = Math.max(...scopes.map((scope) => SERVER_SCOPES.indexOf(scope)));
  return { caller: { name, scopes: new Set(SERVER_SCOPES.slice(0, strongest + 1)) }, hash: Buffer.from(hash, "hex") };
}
