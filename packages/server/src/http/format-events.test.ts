// Events as bytes: no text can end its own event.
import { expect, it } from "vitest";
import { formatEvent, formatEvents } from "./format-events.ts";

it("writes the fields that are set", () => {
  expect(formatEvent({ data: "{}" })).toBe("data: {}\n\n");
  const events = [{ data: "1", id: 7, event: "turn" }, { data: "2ü" }];
  expect(formatEvents(events).toString()).toBe("id: 7\nevent: turn\ndata: 1\n\ndata: 2ü\n\n");
});

it("formats an array once for any number of readers", () => {
  const events = [{ data: "1" }];
  expect(formatEvents(events)).toBe(formatEvents(events));
  expect(formatEvents([{ data: "1" }])).not.toBe(formatEvents(events));
});

it.each(["a\nb", "a\r\nb", "a\rb"])("keeps %j within its event", (data) => {
  expect(formatEvent({ data })).toBe("data: a\ndata: b\n\n");
});
