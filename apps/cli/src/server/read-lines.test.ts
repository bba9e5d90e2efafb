import { expect, it } from "vitest";
import { matchOf } from "./match-of.ts";
import { readLines } from "./read-lines.ts";

async function* inPieces(text: string, size: number): AsyncIterable<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

it.each([1, 2, 3, 1000])("splits into the same lines with chunks of %i bytes", async (size) => {
  const lines: string[] = [];
  for await (const line of readLines(inPieces("one\nzwö\n\n三つ", size))) lines.push(line);
  expect(lines).toEqual(["one", "zwö", "三つ"]);
});

it("finds the first search word that occurs in an excerpt", () => {
  expect(matchOf("The Quick brown fox", "missing quick")).toEqual({ start: 4, end: 9 });
  expect(matchOf("The Quick brown fox", '"brown fox"')).toEqual({ start: 10, end: 19 });
  expect(matchOf("The Quick brown fox", "dog")).toEqual({ start: 0, end: 0 });
});
