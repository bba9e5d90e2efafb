// The life of sessions: made, loaded, resumed, closed, listed, deleted; their modes and options.
import { acp, ALL, page, PIPES } from "./requirement.ts";

const setup = page(acp("session-setup"), {
  "SETUP-001": ["creating-a-session", "agent", "Answer session/new with a unique session id"],
  "SETUP-002": ["working-directory", "both", "Use an absolute path as the working directory", ALL],
  "SETUP-003": ["working-directory", "agent", "Use the session's cwd wherever the agent itself was started"],
  "SETUP-004": ["working-directory", "agent", "Resolve relative paths against the session's cwd"],
  "SETUP-005": ["working-directory", "agent", "Have the cwd among the session's roots"],
  "SETUP-006": [
    "additional-workspace-roots",
    "client",
    "Send additionalDirectories only if the agent announced it",
    ALL,
  ],
  "SETUP-007": ["additional-workspace-roots", "both", "Use absolute paths as additional directories"],
  "SETUP-008": [
    "additional-workspace-roots",
    "agent",
    "Restore no additional directories that the request does not name",
  ],
  "SETUP-009": [
    "checking-transport-support",
    "client",
    "Pass HTTP and SSE MCP servers only if the agent announced them",
    ALL,
  ],
  "LOAD-001": ["checking-support", "client", "Call session/load only if the agent announced loadSession", ALL],
  "LOAD-002": ["loading-a-session", "client", "Send session/load with session id, cwd and MCP servers", ALL],
  "LOAD-003": ["loading-a-session", "agent", "Replay the entire conversation as session/update"],
  "LOAD-004": ["loading-a-session", "agent", "Answer session/load after all entries have been streamed"],
  "RESUME-001": ["checking-support-2", "client", "Call session/resume only if the agent announced it", ALL],
  "RESUME-002": ["resuming-a-session", "client", "Send session/resume with session id and cwd", ALL],
  "RESUME-003": ["resuming-a-session", "agent", "Replay nothing before the answer to session/resume"],
  "CLOSE-001": ["checking-support-3", "client", "Call session/close only if the agent announced it", ALL],
  "CLOSE-002": ["closing-a-session", "agent", "Cancel ongoing work as if session/cancel had been called"],
  "CLOSE-003": ["closing-a-session", "agent", "Free the resources of a closed session"],
});

const listing = page(acp("session-list"), {
  "LIST-001": ["checking-support", "client", "Call session/list only if the agent announced it", ALL],
  "LIST-002": ["listing-sessions", "agent", "Answer with a list of sessions, and a cursor if there are more"],
  "LIST-003": ["listing-sessions", "agent", "Answer with an empty list when no session matches"],
  "LIST-004": ["pagination", "client", "Take a missing nextCursor for the end", ALL],
  "LIST-005": ["pagination", "client", "Send cursors back as they came", ALL],
  "LIST-006": ["listing-sessions", "client", "Take additionalDirectories as listed, without merging or inferring"],
});

const deleting = page(acp("session-delete"), {
  "DELETE-001": ["checking-support", "client", "Call session/delete only if the agent announced it", ALL],
  "DELETE-002": ["semantics", "agent", "Stop listing a deleted session"],
});

const modes = page(acp("session-modes"), {
  "MODE-001": ["from-the-client", "agent", "Take only modes that are in availableModes"],
  "MODE-002": ["setting-the-current-mode", "agent", "Change the mode at any time, in a turn too"],
});

const options = page(acp("session-config-options"), {
  "CONFIG-001": ["boolean-config-options", "agent", "Send boolean options only to clients that announced them"],
  "CONFIG-002": ["option-categories", "both", "Work without categories: missing and unknown ones do no harm"],
  "CONFIG-003": ["default-values-and-graceful-degradation", "agent", "Give every option a value"],
  "CONFIG-004": ["from-the-client", "agent", "Answer session/set_config_option with all options and their values"],
  "CONFIG-005": ["from-the-client", "agent", "Take only values that are among the option's values"],
});

const mcp = page(acp("session-setup"), {
  "MCP-001": ["stdio-transport", "agent", "Connect to MCP servers over stdio", PIPES],
});

export const sessionRequirements = { ...setup, ...listing, ...deleting, ...modes, ...options, ...mcp };
