import { expect, it } from "vitest";
import { createFakeClock } from "./fake-clock.ts";
import { createInbox } from "./inbox.ts";

it("finds what is there and what is still to come", async () => {
  const inbox = createInbox<number>();
  inbox.push(1);
  const second = inbox.find("an odd number", (item) => item % 2 === 1, 2);
  const large = inbox.find("a large number", (item) => item > 10);
  expect(await inbox.find("any", () => true)).toBe(1);
  inbox.push(2);
  inbox.push(3);
  inbox.push(11);
  expect(await second).toBe(3);
  expect(await large).toBe(11);
  expect(inbox.items).toEqual([1, 2, 3, 11]);
});

it("has a clock that stands still until it is moved", () => {
  const clock = createFakeClock();
  const start = clock.now();
  expect(new Date(start).toISOString()).toBe("2026-01-01T00:00:00.000Z");
  clock.advance(1_500);
  expect(clock.now() - start).toBe(1_500);
});
