// Lies about the protocol version.
import type { Lie } from "../lie.ts";

export const versionLies = {
  "echoes-version-2": {
    about: "answers version 2 and continues in version 1",
    instead: {
      initialize: ({ answer }) =>
        answer({
          protocolVersion: 2,
          agentCapabilities: { loadSession: true },
          agentInfo: { name: "x", version: "1" },
        }),
    },
  },
  "speaks-version-2": {
    about: "answers version 2, in the shape of version 2",
    instead: {
      initialize: ({ answer }) =>
        answer({ protocolVersion: 2, info: { name: "x", version: "1" }, capabilities: { session: { prompt: {} } } }),
    },
  },
  "version-is-a-date": {
    about: "has a date for a version",
    instead: { initialize: ({ answer }) => answer({ protocolVersion: "2025-01-01", agentCapabilities: {} }) },
  },
} satisfies Record<string, Lie>;
