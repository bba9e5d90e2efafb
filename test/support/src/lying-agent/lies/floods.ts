// Lies of too much.
import type { Lie } from "../lie.ts";

export const FLOOD_UPDATES = 100_000;

export const floodLies = {
  "floods-updates": {
    about: "sends 100,000 updates in one turn",
    midTurn: ({ say }) => {
      for (let index = 0; index < FLOOD_UPDATES; index += 1) say(String(index));
    },
  },
  "floods-requests": {
    about: "asks 2,000 questions at once",
    midTurn: async ({ ask, sessionId }) => {
      const toolCall = { toolCallId: "flood", title: "Flood" };
      const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
      const questions = Array.from({ length: 2_000 }, () =>
        ask("session/request_permission", { sessionId, toolCall, options }),
      );
      await Promise.all(questions);
    },
  },
} satisfies Record<string, Lie>;
