import { describe, expect, it } from "vitest";
import { parseOriginPatterns } from "./origin-patterns.ts";

const matches = (pattern: string, origin: string): boolean => parseOriginPatterns([pattern])(origin);

describe("a pattern", () => {
  it.each([
    ["https://*.vscode-cdn.net", "https://abc.vscode-cdn.net"],
    ["https://*.vscode-cdn.net", "https://a.b-c.d_e.vscode-cdn.net"],
    ["https://*.vscode-cdn.net/", "https://abc.vscode-cdn.net"],
    ["HTTPS://*.VSCode-CDN.net", "https://abc.vscode-cdn.net"],
    ["https://*.vscode-cdn.net:443", "https://abc.vscode-cdn.net"],
    ["http://*.board.example:8080", "http://a.board.example:8080"],
    ["https://*.bücher.example", "https://a.xn--bcher-kva.example"],
    ["https://*.board.co.uk", "https://a.board.co.uk"],
    ["https://board.example", "https://board.example"],
    ["https://board.example:443/", "https://board.example"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://[::1]:3000", "http://[::1]:3000"],
    ["vscode-webview://*", "vscode-webview://0a1b2c"],
    ["capacitor://localhost", "capacitor://localhost"],
  ])("%s allows %s", (pattern, origin) => {
    expect(matches(pattern, origin)).toBe(true);
  });

  it.each([
    ["the domain itself", "https://vscode-cdn.net"],
    ["no label", "https://.vscode-cdn.net"],
    ["an empty label", "https://a..vscode-cdn.net"],
    ["a star", "https://*.vscode-cdn.net"],
    ["another scheme", "http://a.vscode-cdn.net"],
    ["a scheme that ends in it", "xhttps://a.vscode-cdn.net"],
    ["a domain that ends in it", "https://a.evilvscode-cdn.net"],
    ["a domain behind it", "https://a.vscode-cdn.net.evil.example"],
    ["another dot", "https://a.vscode-cdnxnet"],
    ["a dot at the end", "https://a.vscode-cdn.net."],
    ["userinfo", "https://a.vscode-cdn.net@evil.example"],
    ["userinfo in front", "https://evil@a.vscode-cdn.net"],
    ["userinfo that looks like a host", "https://evil.example:x@a.vscode-cdn.net"],
    ["a path in front", "https://evil.example/a.vscode-cdn.net"],
    ["a query in front", "https://evil.example?a.vscode-cdn.net"],
    ["a fragment in front", "https://evil.example#.vscode-cdn.net"],
    ["a backslash", "https://evil.example\\.vscode-cdn.net"],
    ["an escape", "https://evil.example%2f.vscode-cdn.net"],
    ["a path", "https://a.vscode-cdn.net/"],
    ["a port", "https://a.vscode-cdn.net:8443"],
    ["the default port, which browsers leave out", "https://a.vscode-cdn.net:443"],
    ["a letter of another alphabet", "https://а.vscode-cdn.net"],
    ["a full stop of another alphabet", "https://a。vscode-cdn.net"],
    ["a label that ends in a hyphen", "https://a-.vscode-cdn.net"],
    ["a label that is too long", `https://${"a".repeat(64)}.vscode-cdn.net`],
    ["a second line", "https://a.vscode-cdn.net\nhttps://evil.example"],
    ["two origins", "https://evil.example https://a.vscode-cdn.net"],
    ["null", "null"],
    ["nothing", ""],
  ])("does not allow %s", (_what, origin) => {
    expect(matches("https://*.vscode-cdn.net", origin)).toBe(false);
  });

  it("of a scheme allows hosts alone", () => {
    for (const rest of ["", "*", "a@b", "a/b", "a:1", "a b"]) {
      expect(matches("vscode-webview://*", `vscode-webview://${rest}`)).toBe(false);
    }
    expect(matches("vscode-webview://*", "vscode-webviewx://a")).toBe(false);
  });

  it("is compared in linear time", () => {
    const isMatch = parseOriginPatterns(["https://*.vscode-cdn.net"]);
    expect(isMatch(`https://${"a.".repeat(100_000)}vscode-cdn.example`)).toBe(false);
    expect(isMatch(`https://${"a-".repeat(100_000)}`)).toBe(false);
  });

  it("has the port of its own", () => {
    expect(matches("https://*.board.example:8443", "https://a.board.example")).toBe(false);
    expect(matches("https://*.board.example:8443", "https://a.board.example:84430")).toBe(false);
  });
});

describe("refuses, and names the flag and the value:", () => {
  it.each([
    "*",
    "",
    "null",
    "board.example",
    "*.board.example",
    "https://",
    "https://*",
    "http://*",
    "https://*:443",
    "https://*.",
    "https://*.com",
    "https://*.localhost",
    "https://*.co.uk",
    "https://*.com.au",
    "https://*.127.0.0.1",
    "https://*.2130706433",
    "https://*.[::1]",
    "https://*.*.board.example",
    "https://a.*.board.example",
    "https://a*.board.example",
    "https://*board.example",
    "https://**.board.example",
    "https://*.board.example:*",
    "https://*.board.example:99999",
    "https://*.board.example/path",
    "https://*.board..example",
    "https://user@*.board.example",
    "https://*.board.example@evil.example",
    "https://board.example/path",
    "https://board.example?x",
    "*://board.example",
    "vscode-webview://*.a",
    "https://a.example https://b.example",
  ])("%s", (pattern) => {
    expect(() => parseOriginPatterns(["https://board.example", pattern])).toThrow(
      expect.objectContaining({
        code: "bad_config",
        message: expect.stringContaining(`--allow-origin ${JSON.stringify(pattern)} `),
        remedy: { label: expect.stringContaining("https://*.board.example") },
      }),
    );
  });
});
