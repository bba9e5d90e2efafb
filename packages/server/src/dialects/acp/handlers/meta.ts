// Our own words in `_meta`, read from whatever a client put there.
import { ParleyError, parseSandboxSetting, type SandboxSetting, isObject } from "@parley/base";
import { ownKey } from "../../../auth/own-key.ts";
import type { Caller } from "../../../http/dialect.ts";

export interface ParleyMeta {
  /** Name of an entry of `agents`. */
  readonly agent: string | undefined;
  /** The last event that the client has. */
  readonly after: number | undefined;
  /** Where a fork begins to go its own way. */
  readonly atSeq: number | undefined;
  readonly title: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** What the agent of the session has to run in at least. */
  readonly sandbox: SandboxSetting | undefined;
  /** Of the turn that a prompt begins. */
  readonly limits: { readonly requests?: number; readonly cost?: number } | undefined;
}

/** `caller` is needed where a key is used. */
export function readMeta({ _meta }: { readonly _meta?: unknown }, caller?: Caller): ParleyMeta {
  const meta = isObject(_meta) ? _meta : {};
  const own = isObject(meta["parley"]) ? meta["parley"] : {};
  return {
    agent: text(own, "agent") ?? text(meta, "agent", "_meta.agent"),
    after: count(own, "after"),
    atSeq: count(own, "atSeq"),
    title: text(own, "title"),
    idempotencyKey: caller && ownKey(caller, text(own, "idempotencyKey")),
    sandbox: readSandbox(own["sandbox"]),
    limits: readLimits(own["limits"]),
  };
}

function readSandbox(value: unknown): SandboxSetting | undefined {
  if (value === undefined || value === null) return undefined;
  const parsed = parseSandboxSetting(value);
  if ("value" in parsed) return parsed.value;
  throw new ParleyError({ code: "bad_input", message: `_meta.parley.sandbox: must be ${parsed.expected}` });
}

type Fields = Readonly<Record<string, unknown>>;

function text(owner: Fields, name: string, path = `_meta.parley.${name}`): string | undefined {
  const value = owner[name];
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string") return value;
  throw new ParleyError({ code: "bad_input", message: `${path}: must be a string` });
}

function readLimits(limits: unknown): ParleyMeta["limits"] {
  if (limits === undefined || limits === null) return undefined;
  if (!isObject(limits))
    throw new ParleyError({ code: "bad_input", message: "_meta.parley.limits: must be an object" });
  const [requests, cost] = [above0(limits, "requests", Number.isSafeInteger), above0(limits, "cost", Number.isFinite)];
  return { ...(requests !== undefined && { requests }), ...(cost !== undefined && { cost }) };
}

function above0(owner: Fields, name: string, fits: (value: number) => boolean): number | undefined {
  const value = owner[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && fits(value) && value > 0) return value;
  throw new ParleyError({ code: "bad_input", message: `_meta.parley.limits.${name}: must be a number above 0` });
}

function count(owner: Fields, name: string): number | undefined {
  const value = owner[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw new ParleyError({ code: "bad_input", message: `_meta.parley.${name}: must be an integer` });
}
