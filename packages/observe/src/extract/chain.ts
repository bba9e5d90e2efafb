// Chains of proxies: what a proxy says to its successor and hears from it is in an envelope, both ways, on the pipe to its client.
//
// Most of it passes twice, in an envelope on one side of the proxy and without on the other. It is told the first time.
import { isObject } from "@parley/base";
import { BoundedMap } from "./bounded-map.ts";
import { fieldsOf, textOf, type Fields } from "./fields.ts";
import { COMPARED_CHARS_MAX, ENVELOPES_MAX, PASSED_ON_MAX } from "../limits.ts";
import { toHash } from "./text-hash.ts";
import type { ConnectionMemory } from "./connection-memory.ts";

/** With the underscore as long as the draft is one. */
const ENVELOPES: ReadonlySet<string> = new Set(["_proxy/successor", "proxy/successor"]);
/** By this a component learns that it has a successor. */
const BEGINNINGS: ReadonlySet<string> = new Set(["_proxy/initialize", "proxy/initialize"]);

export interface Opened {
  readonly method: string;
  readonly params: Fields;
  /** It was told already, before it was passed on. */
  readonly isPassedOn: boolean;
}

export class Chain {
  readonly #memory: Pick<ConnectionMemory, "isChained">;
  /** How much oftener each came in an envelope than without. */
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

/** A proxy may write what it passes on anew: the order of fields, those that are null and those for others say nothing. */
function toComparable(params: Fields): string | undefined {
  try {
    const text = JSON.stringify(params, (key, value: unknown) => {
      if (value === null || key === "_meta") return undefined;
      return isObject(value) ? inOrder(value) : value;
    });
    return text.length <= COMPARED_CHARS_MAX ? text : `${text.length} ${text.slice(0, COMPARED_CHARS_MAX)}`;
  } catch {
    return undefined; // Nested so deep that it cannot be written: nobody passes that on.
  }
}

function inOrder(fields: Fields): Fields {
  const names = Object.keys(fields).toSorted();
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}
