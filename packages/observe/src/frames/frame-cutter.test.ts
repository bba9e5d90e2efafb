import { expect, test } from "vitest";
import { FrameCutter } from "./frame-cutter.ts";
import type { Frame } from "./frame.ts";

function cutFrames(...chunks: readonly (string | Buffer)[]): { frames: Frame[]; cutter: FrameCutter } {
  const frames: Frame[] = [];
  let seq = 0;
  const cutter = new FrameCutter({
    direction: "to_client",
    nextSeq: () => (seq += 1),
    onFrame: (frame) => frames.push(frame),
  });
  for (const [index, chunk] of chunks.entries()) cutter.push(Buffer.from(chunk as string), 1_000 + index);
  return { frames, cutter };
}

test("a frame has its number, its time, its text and its message", () => {
  const { frames } = cutFrames('{"a":1}\n{"b"', ":2}\n");
  expect(
    frames.map(({ seq, atMs, direction, byteLength, text, message }) => [
      seq,
      atMs,
      direction,
      byteLength,
      text,
      message,
    ]),
  ).toEqual([
    [1, 1_000, "to_client", 7, '{"a":1}', { a: 1 }],
    // It passed when it was whole.
    [2, 1_001, "to_client", 7, '{"b":2}', { b: 2 }],
  ]);
});

test.each([
  ["blank lines are none", "\n \n\t\r\n\n", 0],
  ["a carriage return stays", '{"a":1}\r\n', 1],
  ["a byte order mark is read past", '\uFEFF{"a":1}\n', 1],
])("%s", (_, text, count) => {
  const { frames } = cutFrames(text);
  expect(frames).toHaveLength(count);
  for (const frame of frames) {
    expect(frame.message).toEqual({ a: 1 });
    expect(frame.text).toBe(text.replace(/\n$/, ""));
  }
});

test("what is no JSON has its text and no message", () => {
  const [frame] = cutFrames("Starting agent…\n").frames;
  expect([frame?.text, frame?.message, frame?.head]).toEqual(["Starting agent…", undefined, undefined]);
});

test("what is no UTF-8 has its head, and neither text nor message", () => {
  const [frame] = cutFrames(Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 10])).frames;
  expect([frame?.text, frame?.message, frame?.byteLength]).toEqual([undefined, undefined, 4]);
  expect(frame?.head).toBe("{\uFFFD\uFFFD}");
});

test("a line over the limit has its length and its head", () => {
  const line = `{"a":"${"x".repeat(2 ** 21)}"}`;
  const [frame, next] = cutFrames(line.slice(0, 1_500_000), `${line.slice(1_500_000)}\n{}\n`).frames;
  expect([frame?.text, frame?.message, frame?.byteLength]).toEqual([undefined, undefined, line.length]);
  expect(frame?.head).toBe(line.slice(0, 4_096));
  expect(next?.message).toEqual({});
});

test("a last line without a newline is a frame once nothing more comes", () => {
  const { frames, cutter } = cutFrames('{"a":1}');
  expect(frames).toEqual([]);
  cutter.end(2_000);
  expect([frames[0]?.message, frames[0]?.atMs]).toEqual([{ a: 1 }, 2_000]);
});

test("where bytes are missing, the lines they belong to are counted and nothing is made up", () => {
  const { frames, cutter } = cutFrames('{"a":1}\n{"torn":');
  // 1}\n{"gone":2}\n{"also-torn"
  cutter.skip(2, false);
  cutter.push(Buffer.from(':3}\n{"b":4}\n'), 3_000);
  expect(frames.map(({ message }) => message)).toEqual([{ a: 1 }, { b: 4 }]);
  expect(cutter.torn).toBe(3);
});
