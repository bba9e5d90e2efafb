import { ERROR_CODES, ParleyError } from "@parley/base";
import { RpcError } from "@parley/rpc";
import { expect, it, test } from "vitest";
import { asRpcErrors, toRpcError, toTurnError } from "./errors.ts";

it.each(ERROR_CODES)("has a protocol error for %s", (code) => {
  const error = toRpcError(new ParleyError({ code, message: "Why" }));
  expect(error).toBeInstanceOf(RpcError);
  expect(error).toMatchObject({ message: "Why", data: { code } });
});

test.each([
  ["session_not_found", -32_002],
  ["sign_in_needed", -32_000],
  ["bad_input", -32_602],
  ["store_failed", -32_603],
] as const)("%s is %i", (code, number) => {
  expect(toRpcError(new ParleyError({ code, message: "" }))).toMatchObject({ code: number });
  expect(toTurnError({ code, message: "" })).toMatchObject({ code: number });
});

it("keeps the agent's own code, and treats an unknown code as an internal error", () => {
  expect(toTurnError({ code: -32_099, message: "Mine" })).toMatchObject({ code: -32_099, message: "Mine" });
  expect(toTurnError({ code: "weather", message: "Rain" })).toMatchObject({ code: -32_603, data: { code: "weather" } });
});

it("treats an invalid message of the agent as an internal error", () => {
  expect(toTurnError({ code: "invalid_message", message: "Noise" })).toMatchObject({ code: -32_603, message: "Noise" });
});

it("leaves foreign errors to the connection", async () => {
  const bug = new TypeError("a bug");
  await expect(asRpcErrors(() => Promise.reject(bug))).rejects.toBe(bug);
});
