// What the map of a folder asks the server for.
import type { MapPort } from "@parley/chat-ui/watch";
import type { Remote } from "@parley/remote";

export function createMapPort(remote: Remote, folder: string): MapPort {
  return {
    async history(path) {
      const isAbsolute = path.startsWith("/") || /^[A-Za-z]:/.test(path);
      const { touches } = await remote.request("history/get", { path: isAbsolute ? path : `${folder}/${path}` });
      return touches.map((touch) => ({
        sessionId: touch.session_id,
        sessionName: touch.session_name,
        agent: touch.agent,
        turn: touch.turn,
        atMs: touch.at_ms,
        prompt: touch.prompt,
        change: touch.change,
        isUnasked: touch.approval !== "approved",
        isUndone: touch.is_undone,
      }));
    },
  };
}
