import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { createHostCheck, hostOf } from "./hosts.ts";

const isAllowed = createHostCheck(["Board.Example", "strict.example:8443"]);
const check = (host: string | undefined, localAddress?: string): boolean =>
  isAllowed({ headers: { host }, socket: { localAddress } } as IncomingMessage);

describe("a request to a host", () => {
  it.each([
    "localhost",
    "LOCALHOST:7777",
    "127.0.0.1:1",
    "[::1]",
    "[::1]:80",
    "board.example:9",
    "strict.example:8443",
  ])("%s is allowed", (host) => {
    expect(check(host)).toBe(true);
  });

  it.each([
    undefined,
    "",
    ":80",
    "evil.example",
    "localhost.evil.example",
    "board.example.evil.example",
    "localhost:80:80",
    "localhost@evil.example",
    "strict.example",
    "strict.example:8444",
    "board.example ",
    "::1",
  ])("%j is refused", (host) => {
    expect(check(host, "192.0.2.7")).toBe(false);
  });

  it.each([
    ["192.0.2.7:7777", "192.0.2.7", true],
    ["192.0.2.7", "::ffff:192.0.2.7", true],
    ["[fe80::1]:80", "fe80::1", true],
    ["192.0.2.8", "192.0.2.7", false],
  ])("%s by the address %s is allowed: %j", (host, address, expected) => {
    expect(check(host, address)).toBe(expected);
  });
});

it.each([
  ["127.0.0.1", "127.0.0.1"],
  ["::1", "[::1]"],
  ["::ffff:10.0.0.1", "10.0.0.1"],
  ["::ffff:0a00:1", "[::ffff:0a00:1]"],
])("the address %s is %s in a URL", (address, expected) => {
  expect(hostOf(address)).toBe(expected);
});
