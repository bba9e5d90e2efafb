import { describe, expect, it } from "vitest";
import { IDLE_LINKS_MAX, LINKS_MAX } from "../limits.ts";
import type { LiveSession } from "../live/live-session.ts";
import { findIdleLinks } from "./release-idle.ts";

interface Row {
  readonly busy?: number;
  readonly followers?: number;
  readonly hasTerminals?: boolean;
}

/** The first one was used longest ago. */
function toSessions(count: number, { busy = 0, followers = 0, hasTerminals = false }: Row = {}): LiveSession[] {
  return Array.from(
    { length: count },
    (_, index) =>
      ({
        id: `s${index}`,
        busy,
        link: {},
        channel: { size: followers },
        hasTerminals,
        usedAtMs: index,
      }) as unknown as LiveSession,
  );
}

const YES = (): boolean => true;
const NO = (): boolean => false;
const FACTS = { unusedSinceMs: -1, spareSinceMs: 1_000_000, isRetired: NO, canResume: YES };

function idsOf(sessions: readonly LiveSession[], facts: Partial<typeof FACTS> = {}): readonly string[] {
  return findIdleLinks(sessions, { ...FACTS, ...facts }).map(({ id }) => id);
}

describe("idle agent sessions", () => {
  const many = IDLE_LINKS_MAX + 2;

  it("are closed beyond the limit, the least recently used first, if that is cheap", () => {
    expect(idsOf(toSessions(IDLE_LINKS_MAX))).toEqual([]);
    expect(idsOf(toSessions(many))).toEqual(["s0", "s1"]);
  });

  it("are kept if they were used a moment ago", () => {
    expect(idsOf(toSessions(many), { spareSinceMs: 0 })).toEqual(["s0"]);
  });

  it.each<[why: string, row: Row, facts: Partial<typeof FACTS>]>([
    ["somebody follows them", { followers: 1 }, {}],
    ["a terminal runs in them", { hasTerminals: true }, {}],
    ["a turn runs in them", { busy: 1 }, {}],
    ["their agent cannot resume them", {}, { canResume: NO }],
  ])("stay if %s", (_why, row, facts) => {
    expect(idsOf(toSessions(many, row), facts)).toEqual([]);
  });

  it("are closed after a long time, in a process that hangs, and beyond the overall limit", () => {
    const followed = { followers: 1 };
    expect(idsOf(toSessions(3, followed), { unusedSinceMs: 1 })).toEqual(["s0", "s1"]);
    expect(idsOf(toSessions(2, followed), { isRetired: YES })).toEqual(["s0", "s1"]);
    expect(idsOf(toSessions(LINKS_MAX + 1, followed))).toEqual(["s0"]);
  });
});
