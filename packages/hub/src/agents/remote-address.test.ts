import { expect, it } from "vitest";
import { parseRemoteAddress } from "./remote-address.ts";

it.each([
  ["https://Agent.Example.com", "https://agent.example.com/"],
  ["http://localhost:8080/a2a?x=1#there", "http://localhost:8080/a2a?x=1"],
])("takes %s for %s", (text, href) => {
  expect(parseRemoteAddress(text).href).toBe(href);
});

it.each([
  ["", "no address"],
  ["agent.example.com", "no address"],
  ["ftp://example.com", "only http and https"],
  ["file:///etc/passwd", "only http and https"],
  ["javascript:alert(1)", "only http and https"],
  ["https://me:secret@example.com", "must not hold"],
  [`https://example.com/${"x".repeat(3_000)}`, "longer than"],
])("refuses %s: %s", (text, why) => {
  expect(() => parseRemoteAddress(text)).toThrow(
    expect.objectContaining({ code: "bad_input", message: expect.stringContaining(why) }),
  );
});
