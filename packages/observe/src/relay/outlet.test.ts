import * as fc from "fast-check";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { Outlet } from "./outlet.ts";

function open(): { outlet: Outlet; written: () => string; seen: () => string } {
  const sink = new PassThrough();
  let text = "";
  sink.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  let seen = "";
  const outlet = new Outlet(sink, (bytes) => (seen += bytes.toString("latin1")));
  return { outlet, written: () => text, seen: () => seen };
}

const OURS = Buffer.from('{"ours":1}\n');

test("a line of our own waits for the end of a line that is half out", () => {
  const { outlet, written, seen } = open();
  outlet.write(Buffer.from('{"a":1}\n{"half"'));
  outlet.insert(OURS);
  expect(written()).toBe('{"a":1}\n{"half"');
  outlet.write(Buffer.from(":2"));
  outlet.write(Buffer.from('}\n{"b":3}\n'));
  expect(written()).toBe('{"a":1}\n{"half":2}\n{"ours":1}\n{"b":3}\n');
  expect(seen()).toBe(written());
});

test("a line of our own does not become a part of a last line without a newline", () => {
  const { outlet, written } = open();
  outlet.write(Buffer.from('{"half":2}'));
  outlet.insert(OURS);
  outlet.end();
  expect(written()).toBe('{"half":2}\n{"ours":1}\n');
});

test("whatever is inserted wherever: their bytes stay in order, and every line is theirs or ours", () => {
  const step = fc.oneof(fc.constant("insert"), fc.string({ unit: fc.constantFrom("a", "b", "\n"), minLength: 1 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { outlet, written, seen } = open();
      for (const one of steps) {
        if (one === "insert") outlet.insert(OURS);
        else outlet.write(Buffer.from(one));
      }
      const theirs = steps.filter((one) => one !== "insert").join("");
      const isOpenAtEnd = theirs !== "" && !theirs.endsWith("\n");
      outlet.end();
      expect(seen()).toBe(written());
      const lines = written().split("\n");
      const inserted = steps.length - steps.filter((one) => one !== "insert").length;
      expect(lines.filter((line) => line === '{"ours":1}')).toHaveLength(inserted);
      const rest = written().replaceAll('{"ours":1}\n', "");
      expect([theirs, ...(isOpenAtEnd ? [`${theirs}\n`] : [])]).toContain(rest);
    }),
  );
});
