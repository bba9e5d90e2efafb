// The state of a session as a small mark. Its words stand beside it, or in the description of what it belongs to.
import type { SessionStatus } from "@parley/chat-model";
import "./StateDot.css";

export function StateDot({ status }: { readonly status: SessionStatus }) {
  return <span className={`state-dot state-dot-${status}`} aria-hidden="true" />;
}
