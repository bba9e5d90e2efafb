// What is in sight counts as read.
import { useView } from "@parley/chat-ui";
import { useEffect } from "react";
import { useServer } from "../server/page-server.ts";
import { readMarks } from "../state/read-marks.ts";

export function useMarkRead(sessionId: string): void {
  const { sessions } = useServer();
  const lastSeq = useView(sessions, (list) => list.get(sessionId)?.last_seq);
  useEffect(() => {
    const mark = (): void => {
      if (lastSeq !== undefined && !document.hidden) readMarks.mark(sessionId, lastSeq);
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [sessionId, lastSeq]);
}
