// A row of a timeline in the native API's format.
import type { Reply } from "@parley/contract";
import type { FrameRow } from "@parley/hub";

/** Without the agent's own session id, because the caller requested the session. */
export function toNativeRow(row: FrameRow): Reply<"views/timeline">["rows"][number] {
  const { atMs, sinceMs, tookMs, from, kind, method, label, id, summary, bytes, isError } = row;
  return {
    at_ms: atMs,
    since_ms: sinceMs,
    took_ms: tookMs,
    from,
    kind,
    method,
    label,
    id,
    summary,
    bytes,
    is_error: isError,
  };
}
