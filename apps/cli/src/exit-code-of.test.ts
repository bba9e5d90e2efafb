import { AUTH_REQUIRED } from "@parley/acp";
import { ParleyError, type ErrorCode } from "@parley/base";
import { RpcError } from "@parley/rpc";
import { describe, expect, it } from "vitest";
import { exitCodeOfError, exitCodeOfStop } from "./exit-code-of.ts";

describe("the exit code", () => {
  it.each<[ErrorCode, number]>([
    ["usage", 2],
    ["agent_not_found", 3],
    ["sign_in_needed", 4],
    ["process_exited", 5],
    ["limit_reached", 7],
    ["question_expired", 8],
    ["request_cancelled", 130],
    ["disk_full", 1],
  ])("of the error %s is %i, whether it is our own or the server's", (code, expected) => {
    expect(exitCodeOfError(new ParleyError({ code, message: "m" }))).toBe(expected);
    expect(exitCodeOfError(new RpcError(-32_603, "m", { code }))).toBe(expected);
  });

  it("of an agent's own error is 1, unless the agent asks for a sign-in", () => {
    expect(exitCodeOfError(new RpcError(AUTH_REQUIRED, "m", { code: "usage" }))).toBe(4);
    expect(exitCodeOfError(new RpcError(-32_603, "m"))).toBe(1);
    expect(exitCodeOfError(new RpcError(-32_603, "m", { code: "constructor" }))).toBe(1);
    expect(exitCodeOfError(new Error("usage"))).toBe(1);
    expect(exitCodeOfError("usage")).toBe(1);
    expect(exitCodeOfError(undefined)).toBe(1);
  });

  it.each([
    ["end_turn", 0],
    ["refusal", 6],
    ["max_tokens", 7],
    ["max_turn_requests", 7],
    ["cancelled", 130],
    ["", 1],
    ["_agents_own", 1],
    ["constructor", 1],
    ["__proto__", 1],
  ])("of a turn that ended with %j is %i", (reason, expected) => {
    expect(exitCodeOfStop(reason)).toBe(expected);
  });
});
