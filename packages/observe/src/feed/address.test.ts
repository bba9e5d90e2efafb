import { describe, expect, it } from "vitest";
import { formatFeedAddress, parseFeedAddress } from "./address.ts";

describe("the address of a feed", () => {
  it.each([
    ["127.0.0.1:17320", "127.0.0.1", 17_320],
    ["localhost", "localhost", 17_320],
    ["18000", "127.0.0.1", 18_000],
    [":18000", "127.0.0.1", 18_000],
    ["[::1]:9", "::1", 9],
    [" box.local:1 ", "box.local", 1],
  ])("reads %s", (text, host, port) => {
    expect(parseFeedAddress(text)).toEqual({ host, port });
  });

  it.each(["a:b", "1:2:3", "0", "70000", "host:70000", "http://x", "a b"])("refuses %s", (text) => {
    expect(() => parseFeedAddress(text)).toThrow(expect.objectContaining({ code: "usage" }));
  });

  it("is written as it is read", () => {
    expect(formatFeedAddress({ host: "::1", port: 9 })).toBe("[::1]:9");
    expect(formatFeedAddress({ host: "box", port: 9 })).toBe("box:9");
  });
});
