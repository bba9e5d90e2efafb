import { expect, it } from "vitest";
import { Playback } from "./playback.ts";
import { Recording } from "./recording.ts";

function recordingOf(firstMs: number, lastMs: number): Recording {
  const recording = new Recording("/work");
  const actor = recording.actor("s", "a");
  for (const atMs of [firstMs, lastMs]) recording.add({ type: "compacted", atMs, sessionId: "s" }, actor);
  return recording;
}

it("shows now until it is moved, plays on from there, and is live again at the end", () => {
  let clock = 10_000;
  const playback = new Playback(recordingOf(1_000, 9_000), true, () => clock);
  expect([playback.isAtEnd, playback.now()]).toEqual([true, 10_000]);
  playback.seek(2_000);
  expect([playback.isAtEnd, playback.now()]).toEqual([false, 2_000]);
  playback.setSpeed(10);
  playback.play();
  clock += 500;
  expect([playback.isPlaying, playback.now()]).toEqual([true, 7_000]);
  playback.pause();
  clock += 500;
  expect([playback.isPlaying, playback.now()]).toEqual([false, 7_000]);
  playback.play();
  clock += 2_000;
  expect([playback.now(), playback.isPlaying, playback.isAtEnd]).toEqual([clock, false, true]);
});

it("begins a recording at its beginning, at a speed that suits its length, and stops at its end", () => {
  let clock = 0;
  const playback = new Playback(recordingOf(5_000, 5_000 + 8 * 3_600_000), false, () => clock);
  expect([playback.now(), playback.speed]).toEqual([5_000, 3_600]);
  playback.play();
  clock += 60_000;
  expect([playback.now(), playback.isPlaying]).toEqual([5_000 + 8 * 3_600_000, false]);
  playback.play();
  expect(playback.now()).toBe(5_000);
  playback.seek(-1);
  expect(playback.now()).toBe(5_000);
});

it("has nothing to show before anything has happened", () => {
  const playback = new Playback(new Recording(), false);
  expect(playback.now()).toBe(0);
  playback.play();
  expect([playback.now(), playback.isPlaying]).toEqual([0, false]);
});
