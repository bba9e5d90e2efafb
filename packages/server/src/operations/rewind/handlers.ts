// Rewinding sessions.
import type { RewindPoints } from "@parley/hub";
import type { Reply } from "@parley/contract";
import { defineHandlers } from "../handler.ts";
import { toNativeSession } from "../sessions/translate.ts";

export const rewindHandlers = defineHandlers({
  "sessions/rewindPoints": async ({ id }, { hub }) => toNativePoints(await hub.rewind.points(id)),
  "sessions/rewind": async ({ id, keep_files: keepFiles, ...request }, { hub, actor, baseUrl }) => {
    const { session, ...rewound } = await hub.rewind.rewind(id, { ...request, keepFiles, actor });
    return { ...rewound, session: toNativeSession(session, baseUrl()) };
  },
});

function toNativePoints({ points, undoable }: RewindPoints): Reply<"sessions/rewindPoints"> {
  return {
    points: points.map(({ turn, seq, atMs, text, files }) => ({ turn, seq, at_ms: atMs, text, files })),
    ...(undoable !== undefined && { undoable }),
  };
}
