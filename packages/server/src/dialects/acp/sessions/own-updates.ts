// Events that are not updates of an agent, as updates that an ACP client understands.
import {
  describeReview,
  describeRewind,
  isUnknown,
  type ChangesEvent,
  type ElicitationAnsweredEvent,
  type Known,
  type PermissionAnsweredEvent,
  type PromptEvent,
  type RequestPermissionOutcome,
  type SessionEvent,
  type SessionUpdate,
} from "@parley/acp";
import { UNAPPROVED_FILES_MAX } from "../../../limits.ts";

const NONE: readonly SessionUpdate[] = [];

export function toOwnUpdates(event: SessionEvent): readonly SessionUpdate[] {
  switch (event.type) {
    case "prompt":
      return event.prompt.map((content) => ({ sessionUpdate: "user_message_chunk", content, ...metaOf(event) }));
    case "permission_answered":
    case "elicitation_answered":
      return describeAnswer(event);
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
        ? notice("warning", "The agent was restarted and does not remember the conversation")
        : NONE; // Restarting the agent of a resumed session is not worth a message.
    case "handed_over":
      return notice("info", `From here on, ${event.to} answers instead of ${event.from}`);
    case "routed":
      return notice("info", `Answered by ${event.agent}`, event.reasoning);
    case "cleared":
      return notice("info", "The conversation was cleared");
    case "changes":
      return describeUnapproved(event);
    case "review":
      return notice("info", describeReview(event));
    case "rewound":
      return notice("info", describeRewind(event));
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
    // Events that no update can express, or that the connection handles in another way.
    case "update":
    case "permission_asked":
    case "elicitation_asked":
    case "stop":
    case "agent_started":
    case "terminal":
    case "unknown":
      return NONE;
  }
}

type AnsweredEvent = PermissionAnsweredEvent | ElicitationAnsweredEvent;

/** An answer from another surface. A rule's decision is visible from what the agent does. */
function describeAnswer(event: AnsweredEvent): readonly SessionUpdate[] {
  const { interactionId, actor, by } = event;
  if (actor === undefined || by === "rule" || by === "remembered") return NONE;
  const { surface, person } = actor;
  const title = `A question was answered in ${surface}${person === undefined ? "" : ` by ${person}`}`;
  const { answer, details } =
    event.type === "permission_answered"
      ? { answer: isUnknown(event.outcome) ? undefined : toChoice(event.outcome), details: { outcome: event.outcome } }
      : { answer: isUnknown(event.response) ? undefined : event.response.action, details: {} };
  const description = answer === undefined ? {} : { description: answer };
  const parley = { answered: { interactionId, actor, ...details } };
  return [{ sessionUpdate: "notice", severity: "info", title, ...description, _meta: { parley } }];
}

function toChoice(outcome: Known<RequestPermissionOutcome>): string {
  return outcome.outcome === "selected" ? outcome.optionId : outcome.outcome;
}

function metaOf({ actor }: PromptEvent): { readonly _meta?: { readonly [name: string]: unknown } } {
  return actor === undefined ? {} : { _meta: { parley: { actor } } };
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
