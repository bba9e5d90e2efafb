import { describe, expect, it } from "vitest";
import { Coverage } from "./coverage.ts";

const at = (real: string, changedAtMs?: number): { real: string; changedAtMs: number | undefined } => ({
  real,
  changedAtMs,
});

describe("the permissions of a turn", () => {
  it("cover a path and everything below it, but no sibling", () => {
    const coverage = new Coverage();
    coverage.addPath("/code/a");
    expect(coverage.covers(at("/code/a", 1))).toBe(true);
    expect(coverage.covers(at("/code/a/b/c", 1))).toBe(true);
    expect(coverage.covers(at("/code/ab", 1))).toBe(false);
    expect(coverage.covers(at("/code", 1))).toBe(false);
    coverage.beginTurn();
    expect(coverage.covers(at("/code/a", 1))).toBe(false);
  });

  it("cover files changed while a command ran, and deleted files, whose time is unknown", () => {
    const coverage = new Coverage();
    expect(coverage.covers(at("/code/a"))).toBe(false);
    const run = coverage.startRun(false);
    const { startedAtMs } = run;
    // Not on a whole second, which would be one that the file system rounded.
    const near = Math.floor(startedAtMs / 1_000) * 1_000 + 500;
    Object.assign(run, { startedAtMs: near, endedAtMs: near + 100 });
    expect(coverage.covers(at("/code/a"))).toBe(true);
    expect(coverage.covers(at("/code/a", near + 50))).toBe(true);
    expect(coverage.covers(at("/code/a", near - 20))).toBe(true);
    expect(coverage.covers(at("/code/a", near - 100))).toBe(false);
    expect(coverage.covers(at("/code/a", near + 200))).toBe(false);
    // A file system that counts in seconds.
    expect(coverage.covers(at("/code/a", near - 500))).toBe(true);
  });

  it("cover a terminal that is still running in the next turn, but not commands that the agent ran in the last one", () => {
    const coverage = new Coverage();
    const terminal = coverage.startRun(true);
    coverage.beginTurn();
    expect(coverage.covers(at("/code/a", Date.now()))).toBe(true);
    coverage.endRun(terminal);
    coverage.beginTurn();
    coverage.startRun(false);
    coverage.beginTurn();
    expect(coverage.covers(at("/code/a", Date.now()))).toBe(false);
  });

  it("cover everything once they exceed the limit, until the turn is over", () => {
    const coverage = new Coverage();
    for (let index = 0; index <= 10_000; index += 1) coverage.addPath(`/code/${index}`);
    expect(coverage.covers(at("/elsewhere", 1))).toBe(true);
    coverage.beginTurn();
    expect(coverage.covers(at("/elsewhere", 1))).toBe(false);
    coverage.addEverything();
    coverage.beginTurn();
    expect(coverage.covers(at("/elsewhere", 1))).toBe(true);
  });
});
