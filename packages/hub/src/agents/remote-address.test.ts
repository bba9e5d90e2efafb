import { expect, it } from "vitest";
import { parseRemoteAddress } from "./remote-address.ts";

it.each([
  ["https://Agent.Example.com", "https://agent.example.com/"],
  ["http://localhost:8080/a2a?x=1#there", "http://localhost:8080/a2a?x=1"],
])("normalises %s to %s", (text, href) => {
  expect(parseRemoteAddress(text).href).toBe(href);
});

it.each([
  ["", "is not a URL"],
  ["agent.example.com", "is not a URL"],
  ["ftp://example.com", "must be an http or https URL"],
  ["file:///etc/passwd", "must be an http or https URL"],
  ["javascript:alert(1)", "must be an http or https URL"],
  ["https://me:secret@example.com", "must not contain"],
  [`https://example.com/${"x".repeat(3_000)}`, "longer than"],
])("refuses %s: %s", (text, why) => {
  expect(() => parseRemoteAddress(text)).toThrow(
    expect.objectContaining({ code: "bad_input", message: expect.stringContaining(why) }),
  );
});
