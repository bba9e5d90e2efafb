// What is in sight counts as read.
import { useEffect } from "react";
import { useServer } from "../server/page-server.ts";
import { readMarks } from "../state/read-marks.ts";

export function useMarkRead(sessionId: string): void {
  const { sessions } = useServer();
  useEffect(() => {
    // Not a part of what is rendered: it changes with everything that an agent does.
    const mark = (): void => {
      const lastSeq = sessions.get(sessionId)?.last_seq;
      if (lastSeq !== undefined && !document.hidden) readMarks.mark(sessionId, lastSeq);
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    const stop = sessions.subscribe(mark);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", mark);
    };
  }, [sessions, sessionId]);
}
