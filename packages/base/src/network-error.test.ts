import { expect, test } from "vitest";
import { causesOf, describeNetworkCode, findNetworkCode, networkCodeOf } from "./network-error.ts";

const coded = (code: string, message = "x"): Error => Object.assign(new Error(message), { code });

test("the deepest code says why", () => {
  expect(findNetworkCode(coded("ECONNREFUSED"))).toBe("ECONNREFUSED");
  expect(findNetworkCode(new TypeError("fetch failed", { cause: coded("ENOTFOUND") }))).toBe("ENOTFOUND");
  const both = new AggregateError([coded("ECONNREFUSED"), coded("ETIMEDOUT")], "all failed");
  expect(findNetworkCode(new Error("fetch failed", { cause: both }))).toBe("ECONNREFUSED");
  expect(findNetworkCode(coded("DEPTH_ZERO_SELF_SIGNED_CERT"))).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
});

test("the message is used if there is no code, and other errors have no network code", () => {
  expect(findNetworkCode(new TypeError("fetch failed"))).toBe("UND_ERR_SOCKET");
  expect(findNetworkCode(new TypeError("terminated"))).toBe("UND_ERR_SOCKET");
  expect(networkCodeOf(new TypeError("terminated"))).toBeUndefined();
  expect(findNetworkCode(new Error("the disk is full"))).toBeUndefined();
  expect(findNetworkCode(coded("bad_config"))).toBeUndefined();
  expect(findNetworkCode("ECONNREFUSED")).toBeUndefined();
  expect(findNetworkCode(undefined)).toBeUndefined();
});

test("codes have words", () => {
  expect(describeNetworkCode("EHOSTUNREACH")).toBe("host unreachable");
  expect(describeNetworkCode("HPE_INVALID_CONSTANT")).toBe("the response is not valid HTTP");
  expect(describeNetworkCode("constructor")).toBeUndefined();
});

test("a cycle of causes comes to an end", () => {
  const one = new Error("one");
  one.cause = one;
  expect(causesOf(one)).toHaveLength(8);
});
