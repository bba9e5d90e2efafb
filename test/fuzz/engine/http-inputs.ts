// Requests made of valid ones: bodies, paths, queries and headers that do not fit, alone, in odd orders and all at once.
import * as fc from "fast-check";
import type { HttpStep } from "./built-server.ts";
import { editedBytes } from "./bytes.ts";
import { mutated } from "./mutate.ts";
import { ODD_TEXTS, toJson } from "./odd-values.ts";

export interface HttpSample {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

export interface HttpInput {
  readonly steps: readonly HttpStep[];
  /** Without waiting for the answer to the one before. */
  readonly atOnce: boolean;
}

const oddText = fc.constantFrom(...ODD_TEXTS);
/** What a header may hold at all. */
const headerText = oddText.filter((text) => /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(text));
const HEADERS = [
  "content-type",
  "accept",
  "last-event-id",
  "idempotency-key",
  "a2a-version",
  "acp-session-id",
  "acp-connection-id",
];

export function httpInputs(samples: readonly HttpSample[], stepsMax = 3): fc.Arbitrary<HttpInput> {
  const step = fc.nat(samples.length - 1).chain((index) => mutateStep(samples[index] as HttpSample));
  return fc.record({ steps: fc.array(step, { minLength: 1, maxLength: stepsMax }), atOnce: fc.boolean() });
}

function mutateStep({ method, path, headers = {}, body }: HttpSample): fc.Arbitrary<HttpStep> {
  const isBare = body === undefined;
  return fc.record({
    method: mostly(method, fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD")),
    path: mostly(
      path,
      fc.tuple(fc.nat(10), oddText).map(([at, text]) => mutatePath(path, at, text)),
    ),
    headers: mostly(
      headers,
      fc.tuple(fc.constantFrom(...HEADERS), headerText).map(([name, value]) => ({ ...headers, [name]: value })),
    ),
    body: isBare
      ? fc.constant(undefined)
      : editedBytes(
          mutated([body]).map((value) => Buffer.from(toJson(value))),
          1,
        ),
  });
}

function mostly<Value>(value: Value, other: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 5, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });
}

/** A segment of it, or a value of its query. */
function mutatePath(path: string, at: number, text: string): string {
  const parts = path.split(/(?<=[/=&?])/);
  const index = 1 + (at % Math.max(1, parts.length - 1));
  const end = /[/=&?]$/.exec(parts[index] ?? "")?.[0] ?? "";
  parts[index] = encodeURIComponent(Buffer.from(text).toString("utf8")) + end;
  return parts.join("");
}
