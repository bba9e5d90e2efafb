import { expect, test } from "vitest";
import { Fifo } from "./fifo.ts";

test("what comes first goes first, however often it is filled and emptied", () => {
  const fifo = new Fifo<number>();
  const taken: (number | undefined)[] = [];
  for (let index = 0; index < 2_000; index += 1) {
    fifo.push(index);
    if (index % 3 > 0) taken.push(fifo.shift());
  }
  expect(fifo.length).toBe(2_000 - taken.length);
  expect(fifo.first()).toBe(taken.length);
  expect(fifo.last()).toBe(1_999);
  while (fifo.length > 0) taken.push(fifo.shift());
  expect(taken).toEqual(Array.from({ length: 2_000 }, (_, index) => index));
  expect([fifo.shift(), fifo.first(), fifo.last()]).toEqual([undefined, undefined, undefined]);
});
