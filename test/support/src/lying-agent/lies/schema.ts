// Lies in the content: valid JSON-RPC that does not fit the protocol's schema.
import type { Lie } from "../lie.ts";

export const schemaLies = {
  "invalid-update": {
    about: "sends updates that do not fit the schema",
    midTurn: ({ update, send, sessionId }) => {
      update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: 42 } });
      update({ sessionUpdate: "tool_call", title: "No id" });
      send({ method: "session/update", params: { sessionId } });
      send({ method: "session/update", params: { update: { sessionUpdate: "plan", entries: [] } } });
    },
  },
  "invalid-request": {
    about: "sends requests that do not fit the schema",
    midTurn: async ({ ask, sessionId }) => {
      await ask("session/request_permission", { sessionId, toolCall: "all", options: [] });
      await ask("session/request_permission", { sessionId, toolCall: { toolCallId: "t" }, options: "all" });
    },
  },
  "invalid-result": {
    about: "answers a prompt with a stop reason that is a number",
    midTurn: ({ answer, say }) => {
      say("after");
      answer({ stopReason: 42 });
      return "ended";
    },
  },
  "no-session-id": {
    about: "answers session/new without a session id",
    instead: { "session/new": ({ answer }) => answer({}) },
  },
  "unknown-updates": {
    about: "sends update kinds of the future",
    midTurn: ({ update }) => {
      update({ sessionUpdate: "hologram", beam: [1, 2, 3] });
      update({ sessionUpdate: "_vendor/custom", note: "x" });
    },
  },
  "unknown-content": {
    about: "sends content types of the future",
    midTurn: ({ update }) => {
      update({ sessionUpdate: "agent_message_chunk", content: { type: "smell", odour: "rose" } });
      update({
        sessionUpdate: "tool_call",
        toolCallId: "smelling",
        title: "Smelling",
        content: [
          { type: "smell", odour: "rose" },
          { type: "content", content: { type: "text", text: "kept" } },
        ],
      });
    },
  },
  "unknown-enums": {
    about: "uses unknown tool kinds and states",
    midTurn: ({ update }) =>
      update({ sessionUpdate: "tool_call", toolCallId: "odd", title: "Odd", kind: "teleport", status: "dreaming" }),
  },
  "unknown-stop-reason": {
    about: "ends a turn for an unknown reason",
    midTurn: ({ answer, say }) => {
      say("after");
      answer({ stopReason: "bored" });
      return "ended";
    },
  },
  "extra-fields": {
    about: "adds fields of its own everywhere",
    midTurn: ({ update }) =>
      update({
        sessionUpdate: "agent_message_chunk",
        content: { type: "text", text: "extra", mood: "fine" },
        model: "x",
      }),
  },
} satisfies Record<string, Lie>;
