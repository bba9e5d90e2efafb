// Our own words in `_meta`, read from whatever a client put there.
import { isObject } from "@parley/rpc";

export interface ParleyMeta {
  /** Name of an entry of `agents`. */
  readonly agent: string | undefined;
  /** The last event that the client has. */
  readonly after: number | undefined;
  /** Where a fork begins to go its own way. */
  readonly atSeq: number | undefined;
  readonly title: string | undefined;
  readonly idempotencyKey: string | undefined;
}

export function readMeta({ _meta }: { readonly _meta?: unknown }): ParleyMeta {
  const meta = isObject(_meta) ? _meta : {};
  const own = isObject(meta["parley"]) ? meta["parley"] : {};
  return {
    agent: text(own["agent"]) ?? text(meta["agent"]),
    after: count(own["after"]),
    atSeq: count(own["atSeq"]),
    title: text(own["title"]),
    idempotencyKey: text(own["idempotencyKey"]),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
