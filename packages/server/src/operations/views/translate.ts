// A row of a timeline in the words of the native API.
import type { Reply } from "@parley/contract";
import type { FrameRow } from "@parley/hub";

/** The agent's own id of the session is left out: the row is of a session that was asked for. */
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
