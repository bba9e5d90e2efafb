// Events as bytes: no text can end its own event.
import { expect, it } from "vitest";
import { formatEvent, formatEvents } from "./format-events.ts";

it("writes the fields that there are", () => {
  expect(formatEvent({ data: "{}" })).toBe("data: {}\n\n");
  expect(formatEvents([{ data: "1", id: 7, event: "turn" }, { data: "2" }])).toBe(
    "id: 7\nevent: turn\ndata: 1\n\ndata: 2\n\n",
  );
});

it.each(["a\nb", "a\r\nb", "a\rb"])("keeps %j within its event", (data) => {
  expect(formatEvent({ data })).toBe("data: a\ndata: b\n\n");
});
