// The log of a small session: a read, an edit that was asked about, a change by a command, and one that nobody approved.
import type { SessionEvent, SessionEventBody } from "@parley/acp";

export function createSessionEvents(sessionId: string, cwd: string): readonly SessionEvent[] {
  let seq = 0;
  const event = (at: number, body: SessionEventBody): SessionEvent => {
    seq += 1;
    return { v: 1, seq, at, sessionId, ...body };
  };
  const path = `${cwd}/src/cart.ts`;
  const edit = { toolCallId: "2", title: "Edit src/cart.ts", kind: "edit", locations: [{ path }] } as const;
  return [
    event(1_000, { type: "agent_started", agent: { name: "goose", title: "Goose" }, agentSessionId: "x", cwd }),
    event(2_000, { type: "prompt", prompt: [{ type: "text", text: "Fix the rounding" }] }),
    event(3_000, {
      type: "update",
      update: {
        sessionUpdate: "tool_call",
        toolCallId: "1",
        title: "Read src/cart.ts",
        kind: "read",
        status: "completed",
        locations: [{ path }],
      },
    }),
    event(4_000, {
      type: "update",
      update: { sessionUpdate: "tool_call", ...edit, locations: [{ path }], status: "pending" },
    }),
    event(4_500, {
      type: "permission_asked",
      interactionId: "i",
      toolCall: { ...edit, locations: [{ path }] },
      options: [{ optionId: "yes", name: "Allow", kind: "allow_once" }],
    }),
    event(5_500, {
      type: "permission_answered",
      interactionId: "i",
      outcome: { outcome: "selected", optionId: "yes" },
      by: "user",
    }),
    event(6_000, {
      type: "update",
      update: { sessionUpdate: "tool_call_update", toolCallId: "2", status: "completed" },
    }),
    event(7_000, {
      type: "update",
      update: { sessionUpdate: "usage_update", used: 500, size: 1_000, cost: { amount: 0.5, currency: "USD" } },
    }),
    event(8_000, {
      type: "stop",
      stopReason: "end_turn",
      usage: { totalTokens: 1_234, inputTokens: 1_000, outputTokens: 234 },
    }),
    event(9_000, {
      type: "changes",
      before: "a",
      after: "b",
      files: [
        { path: "src/cart.ts", change: "modified" },
        { path: "src/money.ts", change: "modified" },
        { path: "package.json", change: "modified", isUncovered: true },
      ],
    }),
  ];
}
