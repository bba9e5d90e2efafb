import { expect, it } from "vitest";
import { nextUrl, parseAddress } from "./open-url.ts";

it("never goes from an encrypted line to an open one", () => {
  const from = new URL("https://example.com/a?token=hush");
  expect(nextUrl(from, "/b").href).toBe("https://example.com/b");
  expect(nextUrl(from, "https://cdn.example.com/c").href).toBe("https://cdn.example.com/c");
  expect(() => nextUrl(from, "http://example.com/c")).toThrow(
    "https://example.com/a redirects from https to http, which is not followed",
  );
  expect(nextUrl(new URL("http://example.com/a"), "http://example.com/b").href).toBe("http://example.com/b");
});

it("does not show an address that cannot be read", () => {
  expect(() => parseAddress("secret nonsense")).toThrow(/^the address is not a URL$/);
});
