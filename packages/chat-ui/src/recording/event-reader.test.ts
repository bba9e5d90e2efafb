import { createSessionEvents } from "./testing/session-events.ts";
import { describe, expect, it } from "vitest";
import { toFileRows } from "../map/describe-file.ts";
import { touchesOf } from "../map/touches-of-file.ts";
import { marksAt } from "../map/marks.ts";
import { EventReader } from "./event-reader.ts";
import { Playhead } from "./playhead.ts";
import { Recording } from "./recording.ts";

function read(): Recording {
  const recording = new Recording();
  const reader = new EventReader(recording, "s", "script");
  for (const event of createSessionEvents("s", "/srv/shop")) reader.add(event);
  return recording;
}

describe("the log of a session", () => {
  it("says which files were read and written, by whom, and what was not approved", () => {
    const recording = read();
    expect(recording.folder).toBe("/srv/shop");
    expect(toFileRows(recording, recording.lastMs)).toEqual([
      { path: "src/money.ts", reads: 0, writes: 1, lastMs: 9_000, agent: "Goose", isUnasked: false },
      { path: "package.json", reads: 0, writes: 1, lastMs: 9_000, agent: "Goose", isUnasked: true },
      { path: "src/cart.ts", reads: 1, writes: 1, lastMs: 5_500, agent: "Goose", isUnasked: false },
    ]);
  });

  it("shows a moment of the past as it was", () => {
    const recording = read();
    expect(toFileRows(recording, 3_500).map(({ path, reads, writes }) => [path, reads, writes])).toEqual([
      ["src/cart.ts", 1, 0],
    ]);
    const playhead = new Playhead(recording.touches);
    playhead.moveTo(9_000);
    const [mark] = marksAt(recording, playhead);
    expect(mark?.name).toBe("Goose");
    expect(mark?.trail.map((file) => recording.paths[file])).toEqual(["package.json", "src/money.ts", "src/cart.ts"]);
  });

  it("has turns, tool calls, waits for the person, and what it used", () => {
    const { spans, samples } = read();
    expect(spans.all.map(({ kind, title, startMs, endMs, status }) => [kind, title, startMs, endMs, status])).toEqual([
      ["turn", "Turn 1", 2_000, 8_000, "done"],
      ["tool", "Read src/cart.ts", 3_000, 3_000, "done"],
      ["tool", "Edit src/cart.ts", 4_000, 6_000, "done"],
      ["wait", "Permission", 4_500, 5_500, "done"],
    ]);
    expect(spans.all[0]?.tokens).toBe(1_234);
    expect(samples.all).toMatchObject([{ atMs: 7_000, used: 500, size: 1_000, cost: 0.5, currency: "USD" }]);
  });

  it("says which turn touched a file", () => {
    const recording = read();
    expect(touchesOf(recording, "src/cart.ts", recording.lastMs)).toEqual([
      { agent: "Goose", turn: 1, reads: 1, writes: 1, lastMs: 5_500 },
    ]);
    expect(touchesOf(recording, "gone.ts", recording.lastMs)).toEqual([]);
  });
});
