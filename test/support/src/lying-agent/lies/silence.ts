// Lies of saying nothing.
import type { Lie } from "../lie.ts";

export const silenceLies = {
  "never-answers-initialize": {
    about: "never answers initialize",
    instead: { initialize: () => undefined },
  },
  "never-answers-a-prompt": {
    about: "never answers a prompt, not even when it is cancelled",
    midTurn: () => "ended",
  },
  "ignores-cancel": {
    about: "hears session/cancel and ends the turn as if it had not",
    midTurn: async ({ next }) => {
      await next("session/cancel");
    },
  },
} satisfies Record<string, Lie>;
