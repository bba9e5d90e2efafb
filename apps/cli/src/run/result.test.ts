import { LEAVES_SANDBOX } from "@parley/acp";
import { ParleyError, type ErrorCode } from "@parley/base";
import { RpcError } from "@parley/rpc";
import { describe, expect, it } from "vitest";
import { allowAll, rejectWithoutTerminal, rejectAll } from "./answer-by-rule.ts";
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

describe("automatic answers", () => {
  const option = (optionId: string, kind: "allow_once" | "allow_always" | "reject_once" | "reject_always") => ({
    optionId,
    name: optionId,
    kind,
  });
  const all = [
    option("aa", "allow_always"),
    option("a", "allow_once"),
    option("ra", "reject_always"),
    option("r", "reject_once"),
  ];

  const toolCall = { toolCallId: "t" };

  it("never let a command leave the sandbox, even with --approve all", async () => {
    const leaving = { toolCallId: "t", _meta: LEAVES_SANDBOX };
    expect(await allowAll().permission({ options: all, toolCall: leaving } as never, signal)).toMatchObject({
      outcome: { optionId: "r" },
      reason: "only a person can allow leaving the sandbox",
    });
  });

  it("prefer to allow or reject once", async () => {
    expect(await allowAll().permission({ options: all, toolCall } as never, signal)).toMatchObject({
      outcome: { optionId: "a" },
      by: "rule",
    });
    expect(await rejectAll("none").permission({ options: all, toolCall } as never, signal)).toMatchObject({
      outcome: { optionId: "r" },
    });
    const always = [option("aa", "allow_always"), option("ra", "reject_always")];
    expect(await rejectAll("rules").permission({ options: always, toolCall } as never, signal)).toMatchObject({
      outcome: { optionId: "ra" },
    });
  });

  it("cancel the question if there is no matching option", async () => {
    expect(
      await rejectAll("none").permission({ options: [option("a", "allow_once")], toolCall } as never, signal),
    ).toMatchObject({
      outcome: { outcome: "cancelled" },
    });
  });

  it("record whether a user would have been needed", async () => {
    const rejecting = rejectAll("none");
    await rejecting.permission({ options: all, toolCall } as never, signal);
    expect(rejecting.hadUnansweredQuestion).toBe(false);
    expect(await rejecting.elicitation({} as never, signal)).toEqual({ action: "cancel" });
    expect(rejecting.hadUnansweredQuestion).toBe(true);
    const unattended = rejectWithoutTerminal();
    await unattended.permission({ options: all, toolCall } as never, signal);
    expect(unattended.hadUnansweredQuestion).toBe(true);
  });
});

const signal = new AbortController().signal;
