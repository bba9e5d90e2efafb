// Cookies end, and belong to one key of one server.
import { createFakeClock } from "@parley/test-support";
import { expect, it } from "vitest";
import { COOKIE_MAX_AGE_SECONDS } from "../limits.ts";
import { createCookies } from "./cookie.ts";
import { createKeyRing } from "./key-ring.ts";

it("is taken until it is over, and by no server with another token or port", () => {
  const clock = createFakeClock();
  const cookies = createCookies(createKeyRing("a-token"), { clock, port: () => 1 });
  const [pair = ""] = cookies.issue("token")?.split(";") ?? [];
  expect(cookies.find(pair)?.name).toBe("token");
  expect(createCookies(createKeyRing("b-token"), { clock, port: () => 1 }).find(pair)).toBeUndefined();
  expect(createCookies(createKeyRing("a-token"), { clock, port: () => 2 }).find(pair)).toBeUndefined();
  clock.advance(COOKIE_MAX_AGE_SECONDS * 1000);
  expect(cookies.find(pair)).toBeUndefined();
});

it("cannot be made longer by whoever has it", () => {
  const clock = createFakeClock();
  const cookies = createCookies(createKeyRing("a-token"), { clock, port: () => 1 });
  const [pair = ""] = cookies.issue("token")?.split(";") ?? [];
  expect(cookies.find(pair.replace(/~\d+~/, "~9999999999999999~"))).toBeUndefined();
});

it("goes over https alone where that is how browsers come", () => {
  const options = { clock: createFakeClock(), port: () => 1 };
  const keys = createKeyRing("a-token");
  expect(createCookies(keys, { ...options, isSecure: true }).issue("token")).toContain("; Secure");
  expect(createCookies(keys, options).issue("token")).not.toContain("Secure");
});
