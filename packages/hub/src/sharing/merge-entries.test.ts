import { describe, expect, it } from "vitest";
import { mergeEntries, type Entries } from "./merge-entries.ts";

const entries = (texts: Readonly<Record<string, string>>): Entries =>
  new Map(Object.entries(texts).map(([id, text]) => [id, { text, value: text }]));

interface Case {
  readonly local?: Readonly<Record<string, string>>;
  readonly remote?: Readonly<Record<string, string>>;
  readonly revoked?: readonly string[];
  readonly known?: Readonly<Record<string, string>>;
  readonly isFinal?: boolean;
}

/** The steps that are not empty, and what counts. */
function merge({ local = {}, remote = {}, revoked = [], known = {}, isFinal = false }: Case): unknown {
  const { live, steps } = mergeEntries({
    local: entries(local),
    remote: entries(remote),
    revoked: new Set(revoked),
    known: new Map(Object.entries(known)),
    isFinal,
  });
  const textsOf = (found: Entries): object => Object.fromEntries([...found].map(([id, { text }]) => [id, text]));
  const taken = Object.entries(steps).flatMap(([step, found]) => (found.size === 0 ? [] : [[step, textsOf(found)]]));
  return { live: textsOf(live), ...Object.fromEntries(taken) };
}

describe("a home and the database", () => {
  it.each<[string, Case, object]>([
    ["agree", { local: { a: "1" }, remote: { a: "1" } }, { live: { a: "1" } }],
    ["an entry of the home is new", { local: { a: "1" } }, { live: { a: "1" }, put: { a: "1" } }],
    ["an entry of another server is new", { remote: { a: "1" } }, { live: { a: "1" }, add: { a: "1" } }],
    ["revoked here", { remote: { a: "1" }, known: { a: "1" } }, { live: {}, revoke: { a: "1" } }],
    ["revoked elsewhere", { local: { a: "1" }, revoked: ["a"], known: { a: "1" } }, { live: {}, remove: { a: "1" } }],
    ["revoked on both", { revoked: ["a"], known: { a: "1" } }, { live: {} }],
    ["revoked, and its row is still there", { remote: { a: "1" }, revoked: ["a"] }, { live: {} }],
    ["added again", { local: { a: "1" }, revoked: ["a"] }, { live: { a: "1" }, restore: { a: "1" } }],
    [
      "added again, which is final",
      { local: { a: "1" }, revoked: ["a"], isFinal: true },
      { live: {}, remove: { a: "1" } },
    ],
    ["another database", { local: { a: "1" }, known: { a: "1" } }, { live: { a: "1" }, put: { a: "1" } }],
    [
      "changed here",
      { local: { a: "2" }, remote: { a: "1" }, known: { a: "1" } },
      { live: { a: "2" }, put: { a: "2" } },
    ],
    [
      "changed elsewhere",
      { local: { a: "1" }, remote: { a: "2" }, known: { a: "1" } },
      { live: { a: "2" }, add: { a: "2" } },
    ],
    [
      "changed on both",
      { local: { a: "2" }, remote: { a: "3" }, known: { a: "1" } },
      { live: { a: "3" }, add: { a: "3" } },
    ],
    [
      "met for the first time, and differ",
      { local: { a: "2" }, remote: { a: "1" } },
      { live: { a: "1" }, add: { a: "1" } },
    ],
  ])("%s", (_, input, expected) => {
    expect(merge(input)).toEqual(expected);
  });
});
