// Chains of proxies: a proxy exchanges messages with its successor in envelopes, on the pipe to its client.
//
// Most messages pass twice, once in an envelope and once without. They are observed the first time only.
import { isObject } from "@parley/base";
import { BoundedMap } from "./bounded-map.ts";
import { fieldsOf, textOf, type Fields } from "./fields.ts";
import { COMPARED_CHARS_MAX, ENVELOPES_MAX, PASSED_ON_MAX } from "../limits.ts";
import { toHash } from "./text-hash.ts";
import type { ConnectionMemory } from "./connection-memory.ts";

/** With an underscore while the specification is a draft. */
const ENVELOPES: ReadonlySet<string> = new Set(["_proxy/successor", "proxy/successor"]);
/** With these methods a component learns that it has a successor. */
const BEGINNINGS: ReadonlySet<string> = new Set(["_proxy/initialize", "proxy/initialize"]);

export interface Opened {
  readonly method: string;
  readonly params: Fields;
  /** It was observed before the proxy forwarded it. */
  readonly isPassedOn: boolean;
}

export class Chain {
  readonly #memory: Pick<ConnectionMemory, "isChained">;
  /** How many times more often each message came in an envelope than without. */
  readonly #surplus = new BoundedMap<number, number>(PASSED_ON_MAX);

  constructor(memory: Pick<ConnectionMemory, "isChained">) {
    this.#memory = memory;
  }

  open(name: string, fields: Fields): Opened {
    let [method, params] = [name, fields];
    for (let depth = 0; ENVELOPES.has(method) && depth < ENVELOPES_MAX; depth += 1) {
      const inner = textOf(params["method"]);
      if (inner === undefined) break;
      this.#memory.isChained = true;
      [method, params] = [inner, fieldsOf(params["params"])];
    }
    const isBeginning = BEGINNINGS.has(method);
    if (isBeginning) {
      this.#memory.isChained = true;
      method = "initialize";
    }
    const isPassedOn = this.#memory.isChained && this.#isSecond(method, params, name !== method && !isBeginning);
    return { method, params, isPassedOn };
  }

  #isSecond(method: string, params: Fields, isEnveloped: boolean): boolean {
    const text = toComparable(params);
    if (text === undefined) return false;
    const key = toHash(`${method} ${text}`);
    const before = this.#surplus.get(key) ?? 0;
    const after = before + (isEnveloped ? 1 : -1);
    if (after === 0) this.#surplus.delete(key);
    else this.#surplus.set(key, after);
    return Math.abs(after) < Math.abs(before);
  }
}

/** A proxy may serialize a message differently: field order, null values and `_meta` are ignored. */
function toComparable(params: Fields): string | undefined {
  try {
    const text = JSON.stringify(params, (key, value: unknown) => {
      if (value === null || key === "_meta") return undefined;
      return isObject(value) ? inOrder(value) : value;
    });
    return text.length <= COMPARED_CHARS_MAX ? text : `${text.length} ${text.slice(0, COMPARED_CHARS_MAX)}`;
  } catch {
    return undefined; // Too deeply nested to be serialized, and so to be forwarded.
  }
}

function inOrder(fields: Fields): Fields {
  const names = Object.keys(fields).toSorted();
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
