// Events that are not updates of an agent, as updates that an ACP client understands.
import type { ChangesEvent, SessionEvent, SessionUpdate } from "@parley/acp";
import { UNAPPROVED_FILES_MAX } from "../../../limits.ts";

const NONE: readonly SessionUpdate[] = [];

export function toOwnUpdates(event: SessionEvent): readonly SessionUpdate[] {
  switch (event.type) {
    case "prompt":
      return event.prompt.map((content) => ({ sessionUpdate: "user_message_chunk", content }));
    case "mode":
      return [{ sessionUpdate: "current_mode_update", currentModeId: event.modeId }];
    case "config":
      return [{ sessionUpdate: "config_option_update", configOptions: [...event.configOptions] }];
    case "compacted": {
      const summary = event.summary === undefined ? {} : { summary: [...event.summary] };
      const compactionId = `compaction-${event.seq}`;
      return [{ sessionUpdate: "compaction_update", compactionId, status: "completed", ...summary }];
    }
    case "note":
      return notice(event.level, event.text);
    case "agent_crashed":
      return notice("error", "The agent stopped unexpectedly", event.message);
    case "agent_restarted":
      return event.history === "lost"
        ? notice("warning", "The agent was started again and does not remember the conversation")
        : NONE; // Restarting the agent of a resumed session is not worth a message.
    case "handed_over":
      return notice("info", `${event.to} answers from here on, instead of ${event.from}`);
    case "routed":
      return notice("info", `${event.agent} answers`, event.reasoning);
    case "cleared":
      return notice("info", "The conversation was cleared");
    case "changes":
      return describeUnapproved(event);
    case "plan_proposed":
      return [
        {
          sessionUpdate: "plan",
          entries: event.tasks.map(({ agent, description }) => ({
            content: `${agent}: ${description}`,
            priority: "medium",
            status: "pending",
          })),
        },
      ];
    // What no update of the protocol can say, and what the connection handles otherwise.
    case "update":
    case "permission_asked":
    case "permission_answered":
    case "elicitation_asked":
    case "elicitation_answered":
    case "stop":
    case "agent_started":
    case "terminal":
    case "unknown":
      return NONE;
  }
}

/** Any client may have answered, or a rule: only the hub knows what was approved. Our own clients mark these files in their list. */
function describeUnapproved({ files }: ChangesEvent): readonly SessionUpdate[] {
  const found = files.filter(({ isUncovered }) => isUncovered === true).slice(0, UNAPPROVED_FILES_MAX);
  if (found.length === 0) return NONE;
  const title =
    found.length === 1
      ? "1 file was changed without your approval"
      : `${found.length} files were changed without your approval`;
  const unapproved = found.map(({ path, differsFromApproved: differs = false }) => ({ path, differs }));
  const description = unapproved
    .map(({ path, differs }) => (differs ? `${path} (differs from what you approved)` : path))
    .join(", ");
  return [{ sessionUpdate: "notice", severity: "warning", title, description, _meta: { parley: { unapproved } } }];
}

function notice(severity: string, title: string, description?: string): readonly SessionUpdate[] {
  return [{ sessionUpdate: "notice", severity, title, ...(description === undefined ? {} : { description }) }];
}
