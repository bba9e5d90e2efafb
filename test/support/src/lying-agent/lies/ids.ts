// Lies about ids.
import type { Lie, LyingTurn } from "../lie.ts";

export const idLies = {
  "answers-twice": {
    about: "answers a prompt twice",
    afterTurn: ({ answer, say }) => {
      answer({ stopReason: "refusal" });
      say("late");
    },
  },
  "unknown-ids": {
    about: "answers requests that were never made",
    midTurn: ({ send }) => {
      send({ id: 9999, result: {} });
      send({ id: "unknown", result: { stopReason: "end_turn" } });
      send({ id: null, error: { code: -32700, message: "Parse error" } });
    },
  },
  "id-as-text": {
    about: "answers with the id as a string, then properly",
    midTurn: ({ id, send }) => send({ id: String(id), result: { stopReason: "refusal" } }),
  },
  "same-id-twice": {
    about: "uses one id for two requests at once",
    midTurn: async (turn) => {
      for (const toolCallId of ["first", "second"]) turn.send(question(turn, "twice", toolCallId));
    },
  },
  "unusual-ids": {
    about: "uses ids that are legal and unusual",
    midTurn: async (turn) => {
      const ids = ["", "a/b", -1, 1.5, 2 ** 53, null];
      await Promise.all(
        ids.map((id) => turn.ask("session/request_permission", question(turn, id, "unusual").params, id)),
      );
    },
  },
  "odd-ids": {
    about: "uses invalid ids",
    midTurn: (turn) => {
      for (const id of [{}, [], true]) turn.send(question(turn, id, "odd"));
    },
  },
} satisfies Record<string, Lie>;

function question({ sessionId }: LyingTurn, id: unknown, toolCallId: string) {
  const options = [{ optionId: toolCallId, name: "Yes", kind: "allow_once" }];
  const params = { sessionId, toolCall: { toolCallId, title: toolCallId }, options };
  return { id, method: "session/request_permission", params };
}
