import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FileStates, READ, UNASKED, WRITE, type TouchKind } from "./file-states.ts";
import { Playhead } from "./playhead.ts";
import { Samples } from "./samples.ts";
import { Spans } from "./spans.ts";
import { Touches } from "./touches.ts";
import { SAMPLES_MAX, SPANS_MAX } from "../watch-limits.ts";

const TOUCH = fc.record({
  atMs: fc.integer({ min: 1, max: 50 }),
  file: fc.nat(6),
  kind: fc.constantFrom<TouchKind>(READ, WRITE, UNASKED),
  actor: fc.nat(2),
});

describe("a moment of a recording", () => {
  it("is the same whatever was looked at before, in whatever order touches became known", () => {
    fc.assert(
      fc.property(fc.array(TOUCH, { maxLength: 40 }), fc.array(fc.nat(60), { minLength: 1 }), (all, moments) => {
        const touches = new Touches(1_000);
        for (const { atMs, file, kind, actor } of all) touches.add(atMs, file, kind, actor);
        const playhead = new Playhead(touches);
        for (const moment of moments) playhead.moveTo(moment);
        const last = moments.at(-1) ?? 0;
        const expected = new FileStates();
        for (const { atMs, file, kind, actor } of all.toSorted((one, other) => one.atMs - other.atMs)) {
          if (atMs <= last) expected.apply(file, kind, atMs, actor);
        }
        expect(new Set(playhead.states.touched)).toEqual(new Set(expected.touched));
        for (const file of expected.touched) expect(read(playhead.states, file)).toEqual(read(expected, file));
      }),
    );
  });

  it("follows what is added while it stands at the end, and moves only when something happened", () => {
    const touches = new Touches();
    const playhead = new Playhead(touches);
    touches.add(10, 3, WRITE, 0);
    expect(playhead.moveTo(20)).toBe(true);
    expect(playhead.moveTo(30)).toBe(false);
    touches.add(25, 3, READ, 1);
    expect(playhead.moveTo(31)).toBe(true);
    expect([playhead.states.reads[3], playhead.states.writes[3], playhead.states.lastActor[3]]).toEqual([1, 1, 1]);
  });
});

describe("what is bounded", () => {
  it("keeps the latest touches, and the state that older ones left", () => {
    const touches = new Touches(8);
    for (let at = 1; at <= 100; at += 1) touches.add(at, at % 10, at % 2 === 0 ? READ : WRITE, 0);
    expect(touches.length).toBeLessThanOrEqual(8);
    const playhead = new Playhead(touches);
    playhead.moveTo(100);
    expect(playhead.states.touched).toHaveLength(10);
    expect(playhead.states.reads.reduce((sum, count) => sum + count, 0)).toBe(50);
    expect(playhead.states.lastRead[0]).toBe(100);
    touches.add(5, 11, READ, 0);
    playhead.moveTo(100);
    expect(playhead.states.reads[11]).toBe(1);
  });

  it("keeps the latest spans, and a curve of everything", () => {
    const spans = new Spans();
    const samples = new Samples();
    for (let at = 0; at < 20_000; at += 1) {
      spans.start(`tool:${at}`, { kind: "tool", actor: 0, title: `t${at}`, startMs: at });
      spans.end(`tool:${at}`, at + 1);
      samples.add({ atMs: at, actor: 0, used: at, size: 100, cost: undefined, currency: undefined });
    }
    expect(spans.all.length).toBeLessThanOrEqual(SPANS_MAX);
    expect(spans.all.length + spans.dropped).toBe(20_000);
    expect(spans.all.at(-1)).toMatchObject({ title: "t19999", endMs: 20_000, status: "done" });
    expect(samples.all.length).toBeLessThan(SAMPLES_MAX);
    expect(samples.all[0]?.atMs).toBe(0);
    expect(samples.all.at(-1)?.atMs).toBe(19_999);
    const times = samples.all.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });
});

function read(states: FileStates, file: number): readonly unknown[] {
  const { lastRead, lastWrite, reads } = states;
  return [lastRead[file], lastWrite[file], states.isUnasked(file), reads[file], states.lastAt(file)];
}
