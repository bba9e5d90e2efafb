import { parseHostPattern } from "@parley/base";
import { expect, it } from "vitest";
import { parseHosts } from "./hosts.ts";

const hosts = parseHosts(["API.example.com", "*.copilot.example", "localhost:11434", "[::1]:8080", "not a host", ""]);

it.each([
  ["api.example.com", 443],
  ["api.example.com.", 443],
  ["Api.Example.COM", 80],
  ["a.copilot.example", 443],
  ["a.b.copilot.example", 443],
  ["localhost", 11_434],
  ["[::1]", 8080],
])("leads to %s:%i", (name, port) => {
  expect(hosts.has(name, port)).toBe(true);
});

it.each([
  ["api.example.com", 22],
  ["evil-api.example.com", 443],
  ["api.example.com.evil", 443],
  ["example.com", 443],
  ["copilot.example", 443],
  ["evilcopilot.example", 443],
  ["localhost", 80],
  ["127.0.0.1", 11_434],
  ["", 443],
  ["not a host", 443],
  ["api.example.com\u0000.evil", 443],
])("does not lead to %j:%i", (name, port) => {
  expect(hosts.has(name, port)).toBe(false);
});

it("lets only what was named with its port lead into this machine", () => {
  expect([...hosts.explicit]).toEqual(["localhost", "::1"]);
});

it.each(["http://x", "a b", "a/b", "x:0", "x:99999", "*", "*.", "-x", "a..", "@x"])("does not take %j", (text) => {
  expect(parseHostPattern(text)).toBeUndefined();
});
