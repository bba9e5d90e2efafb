// Every way in which a provider says when to come back.
import { createFakeClock } from "@parley/test-support";
import { expect, it } from "vitest";
import { readRetryAfter } from "./retry-after.ts";

const clock = createFakeClock(Date.UTC(2026, 0, 1));
const read = (headers: Readonly<Record<string, string>>, body = "") => readRetryAfter({ headers, body }, clock);

it.each([
  ["seconds", { "retry-after": "12" }, 12_000],
  ["parts of seconds", { "retry-after": "0.5" }, 500],
  ["milliseconds, which are more exact", { "retry-after-ms": "1500", "retry-after": "9" }, 1_500],
  ["a date", { "retry-after": "Thu, 01 Jan 2026 00:01:00 GMT" }, 60_000],
  ["a date that is over", { "retry-after": "Wed, 31 Dec 2025 23:00:00 GMT" }, 0],
  ["nothing", {}, undefined],
  ["nonsense", { "retry-after": "soon" }, undefined],
  ["an empty word", { "retry-after": " " }, undefined],
])("reads %s", (_, headers, expected) => {
  expect(read(headers as Record<string, string>)).toBe(expected);
});

it("reads what Google writes into the body", () => {
  const body = JSON.stringify({ error: { details: [{ "@type": "x/google.rpc.RetryInfo", retryDelay: "13.5s" }] } });
  expect(read({}, body)).toBe(13_500);
});
