import * as fc from "fast-check";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { PipeOutput } from "./pipe-output.ts";

function open(): { output: PipeOutput; written: () => string; seen: () => string } {
  const sink = new PassThrough();
  let text = "";
  sink.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  let seen = "";
  const output = new PipeOutput(sink, (bytes) => (seen += bytes.toString("latin1")));
  return { output, written: () => text, seen: () => seen };
}

const OURS = Buffer.from('{"ours":1}\n');

test("a line of our own waits for the end of a line that is half out", () => {
  const { output, written, seen } = open();
  output.write(Buffer.from('{"a":1}\n{"half"'));
  output.insert(OURS);
  expect(written()).toBe('{"a":1}\n{"half"');
  output.write(Buffer.from(":2"));
  output.write(Buffer.from('}\n{"b":3}\n'));
  expect(written()).toBe('{"a":1}\n{"half":2}\n{"ours":1}\n{"b":3}\n');
  expect(seen()).toBe(written());
});

test("a line of our own does not become a part of a last line without a newline", () => {
  const { output, written } = open();
  output.write(Buffer.from('{"half":2}'));
  output.insert(OURS);
  output.end();
  expect(written()).toBe('{"half":2}\n{"ours":1}\n');
});

test("with any insertion at any place: their bytes stay in order, and every line is theirs or ours", () => {
  const step = fc.oneof(fc.constant("insert"), fc.string({ unit: fc.constantFrom("a", "b", "\n"), minLength: 1 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { output, written, seen } = open();
      for (const one of steps) {
        if (one === "insert") output.insert(OURS);
        else output.write(Buffer.from(one));
      }
      const theirs = steps.filter((one) => one !== "insert").join("");
      const isOpenAtEnd = theirs !== "" && !theirs.endsWith("\n");
      output.end();
      expect(seen()).toBe(written());
      const lines = written().split("\n");
      const inserted = steps.length - steps.filter((one) => one !== "insert").length;
      expect(lines.filter((line) => line === '{"ours":1}')).toHaveLength(inserted);
      const rest = written().replaceAll('{"ours":1}\n', "");
      expect([theirs, ...(isOpenAtEnd ? [`${theirs}\n`] : [])]).toContain(rest);
    }),
  );
});
