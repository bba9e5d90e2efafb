import { ParleyError, type ErrorCode } from "@parley/base";
import { RpcError } from "@parley/rpc";
import { describe, expect, it } from "vitest";
import { toFailure, toResult, type RunFacts } from "./result.ts";

const facts: RunFacts = { agent: "a", cwd: "/w", sessionId: "s", durationMs: 1, hadUnansweredQuestion: false };
const failed = (code: ErrorCode) => new ParleyError({ code, message: "m", remedy: { label: "Do", command: "this" } });

describe("the exit code of a result", () => {
  it.each([
    ["end_turn", 0],
    ["max_tokens", 7],
    ["max_turn_requests", 7],
    ["refusal", 6],
    ["cancelled", 130],
  ] as const)("for %s is %i", (stopReason, exitCode) => {
    expect(toResult({ stopReason }, facts)).toMatchObject({ exitCode, stopReason });
  });

  it.each([
    ["usage", 2],
    ["bad_config", 2],
    ["session_not_found", 2],
    ["agent_not_found", 3],
    ["agent_version", 3],
    ["agent_spawn_failed", 3],
    ["sign_in_needed", 4],
    ["agent_crashed", 5],
    ["connection_closed", 5],
    ["request_cancelled", 130],
    ["invalid_message", 1],
  ] as const)("for the error %s is %i", (code, exitCode) => {
    expect(toFailure(failed(code), facts)).toMatchObject({ exitCode, error: { code, message: "m\nDo: this" } });
    expect(toResult({ error: failed(code) }, facts).exitCode).toBe(exitCode);
  });

  it("for an error of the agent is 1, or 4 if it requires a sign-in", () => {
    expect(toResult({ error: new RpcError(-32603, "no") }, facts)).toMatchObject({
      exitCode: 1,
      error: { code: -32603 },
    });
    expect(toFailure(new RpcError(-32000, "who?"), facts).exitCode).toBe(4);
    expect(toFailure(new TypeError("bug"), facts)).toMatchObject({ exitCode: 1, error: { code: "unexpected" } });
  });

  it("is 8 for an unanswered question, unless the turn was cancelled or failed", () => {
    const unattended = { ...facts, hadUnansweredQuestion: true };
    expect(toResult({ stopReason: "end_turn" }, unattended).exitCode).toBe(8);
    expect(toResult({ stopReason: "refusal" }, unattended).exitCode).toBe(8);
    expect(toResult({ stopReason: "cancelled" }, unattended).exitCode).toBe(130);
    expect(toResult({ error: failed("agent_crashed") }, unattended).exitCode).toBe(5);
  });
});
