// Odd sessions, all seen in the wild.
import type { Lie } from "../lie.ts";

export const sessionLies = {
  "history-after-load": {
    about: "answers session/load before it replays the history",
    instead: {
      "session/load": ({ answer, say }) => {
        answer({});
        for (const text of ["one", "two", "three"]) say(text);
      },
    },
  },
  "load-of-an-open-session": {
    about: "refuses to load a session that is open",
    instead: { "session/load": ({ refuse }) => refuse(-32602, "Session is already loaded") },
  },
  "modes-are-urls": {
    about: "has modes whose ids are URLs",
    instead: {
      "session/new": ({ answer, sessionId }) => {
        const id = "https://example.com/modes#agent";
        answer({ sessionId, modes: { currentModeId: id, availableModes: [{ id, name: "Agent" }] } });
      },
    },
  },
  "commands-at-any-time": {
    about: "announces its commands before the session, in the turn and after it",
    instead: {
      "session/new": ({ update, answer, sessionId }) => {
        update({ sessionUpdate: "available_commands_update", availableCommands: [] });
        answer({ sessionId });
      },
    },
    midTurn: ({ update }) =>
      update({ sessionUpdate: "available_commands_update", availableCommands: [{ name: "a", description: "A" }] }),
    afterTurn: ({ update }) => update({ sessionUpdate: "available_commands_update", availableCommands: [] }),
  },
  "closed-already": {
    about: "does not know the session that is to be closed or deleted",
    instead: {
      "session/close": ({ refuse }) => refuse(-32002, "Session not found"),
      "session/delete": ({ refuse }) => refuse(-32002, "Session not found"),
    },
  },
} satisfies Record<string, Lie>;
