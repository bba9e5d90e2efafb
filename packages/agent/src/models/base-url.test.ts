// Addresses as people write them.
import { describe, expect, it } from "vitest";
import { normalizeBaseUrl, withoutVersion } from "./base-url.ts";

describe("an address", () => {
  it.each([
    ["https://api.example.com", "https://api.example.com/v1"],
    ["https://api.example.com/", "https://api.example.com/v1"],
    ["https://api.example.com/v1", "https://api.example.com/v1"],
    ["https://api.example.com/v1/", "https://api.example.com/v1"],
    ["https://api.example.com/v1/chat/completions", "https://api.example.com/v1"],
    ["https://api.example.com/v1beta/models", "https://api.example.com/v1beta"],
    [" localhost:1234 ", "http://localhost:1234/v1"],
    ["127.0.0.1:11434", "http://127.0.0.1:11434/v1"],
    ["http://0.0.0.0:8080/v1", "http://127.0.0.1:8080/v1"],
    ["http://[::]:8080", "http://[::1]:8080/v1"],
  ])("%j is %s", (text, expected) => {
    expect(normalizeBaseUrl(text, "/v1", "bare")).toBe(expected);
    expect(normalizeBaseUrl(text, "/v1", "always")).toBe(expected);
  });

  it("with a path of its own gets a version only where there always is one", () => {
    expect(normalizeBaseUrl("https://example.com/api/openai", "/v1", "bare")).toBe("https://example.com/api/openai");
    expect(normalizeBaseUrl("https://example.com/anthropic", "/v1", "always")).toBe("https://example.com/anthropic/v1");
    expect(normalizeBaseUrl("https://example.com/api/v3", "/v1", "always")).toBe("https://example.com/api/v3");
  });

  it.each(["", "http://", "ftp://example.com", "file:///etc/passwd", "not an address"])("is not %j", (text) => {
    expect(normalizeBaseUrl(text, "/v1", "bare")).toBeUndefined();
  });
});

it("loses its version", () => {
  expect(withoutVersion("http://127.0.0.1:11434/v1")).toBe("http://127.0.0.1:11434");
  expect(withoutVersion("http://127.0.0.1:11434")).toBe("http://127.0.0.1:11434");
});
