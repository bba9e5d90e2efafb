// The client that cancels a turn must also answer its open permission requests.
import { fieldsOf } from "../../conversation.ts";
import { OPEN_REQUESTS_MAX } from "../../../limits.ts";
import type { CreateCheck } from "../finding.ts";

export const checkCancellation: CreateCheck = () => {
  /** Questions that are open, by line, and whether their turn was cancelled. */
  const asked = new Map<number, { readonly sessionId: string | undefined; isCancelled: boolean }>();
  return {
    check(placed, report) {
      const { method, kind, sessionId, frame, request, result } = placed;
      if (method === "session/cancel" && kind === "notification") {
        for (const question of asked.values()) if (question.sessionId === sessionId) question.isCancelled = true;
      }
      if (method !== "session/request_permission") return;
      if (kind === "request" && asked.size < OPEN_REQUESTS_MAX)
        asked.set(frame.line, { sessionId, isCancelled: false });
      if (kind !== "response" || request === undefined) return;
      const question = asked.get(request.line);
      asked.delete(request.line);
      const { outcome } = fieldsOf(fieldsOf(result)["outcome"]);
      if (question?.isCancelled === true && typeof outcome === "string" && outcome !== "cancelled") {
        report.found(
          placed,
          "permission-outlived-cancel",
          `A question of a cancelled turn was answered with ${outcome}; expected cancelled`,
        );
      }
    },
    restart: () => asked.clear(),
  };
};
