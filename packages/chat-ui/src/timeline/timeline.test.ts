import { expect, it } from "vitest";
import { Recording } from "../recording/recording.ts";
import { layLanes } from "./lanes.ts";
import { toTurnRows } from "./turn-rows.ts";

function recordingOf(): Recording {
  const recording = new Recording("/work");
  const actor = recording.actor("s", "Goose");
  const { spans } = recording;
  spans.start("turn", { kind: "turn", actor, title: "Turn 1", turn: 1, startMs: 0 });
  spans.start("a", { kind: "tool", actor, title: "a", startMs: 100 });
  spans.start("b", { kind: "tool", actor, title: "b", startMs: 150 });
  spans.start("wait", { kind: "wait", actor, title: "Permission", startMs: 200 });
  spans.end("wait", 500);
  spans.end("a", 600);
  spans.end("b", 700, "failed");
  spans.end("turn", 1_000);
  spans.start("c", { kind: "tool", actor, title: "c", startMs: 950 });
  return recording;
}

it("puts calls that overlap below each other, and waits on the lane of the turn", () => {
  const { placed, count } = layLanes(recordingOf().spans.all, 0, 1_000);
  expect(placed.map(({ span, lane }) => [span.title, lane])).toEqual([
    ["Turn 1", 0],
    ["a", 1],
    ["b", 2],
    ["Permission", 0],
    ["c", 1],
  ]);
  expect(count).toBe(3);
  expect(placed[1]).toMatchObject({ from: 0.1, to: 0.6 });
  expect(placed[4]).toMatchObject({ from: 0.95, to: 1 });
});

it("leaves out what is before and after the shown part", () => {
  const { placed } = layLanes(recordingOf().spans.all, 620, 900);
  expect(placed.map(({ span }) => span.title)).toEqual(["Turn 1", "b"]);
  expect(placed[0]).toMatchObject({ from: 0, to: 1 });
});

it("says where the time of a turn went: calls that overlap count once, waiting is apart", () => {
  const [row] = toTurnRows(recordingOf(), 2_000);
  expect(row).toMatchObject({ agent: "Goose", turn: 1, tookMs: 1_000, toolsMs: 350, waitMs: 300, calls: 3, failed: 1 });
});
