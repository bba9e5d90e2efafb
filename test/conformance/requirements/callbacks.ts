// What an agent asks of a client: files, terminals, questions to the user.
import { acp, ALL, page, PIPES, type Requirement, type Requirements } from "./requirement.ts";

const files = page(acp("file-system"), {
  "FS-001": ["checking-support", "agent", "Call fs/read_text_file only if the client announced it"],
  "FS-002": ["checking-support", "agent", "Call fs/write_text_file only if the client announced it"],
  "FS-003": ["reading-files", "agent", "Use absolute paths, and count lines from 1"],
  "FS-004": ["writing-files", "client", "Create a file that does not exist", PIPES],
});

const terminals = page(acp("terminals"), {
  "TERM-001": ["checking-support", "agent", "Call terminal methods only if the client announced terminal"],
  "TERM-002": ["executing-commands", "agent", "Release every terminal, also when the turn is cancelled"],
  "TERM-003": ["killing-commands", "agent", "Release a terminal that was killed as well"],
  "TERM-004": ["embedding-in-tool-calls", "agent", "Show a terminal in a tool call before it is released"],
  "TERM-005": ["executing-commands", "agent", "Use an absolute path as a terminal's working directory"],
  "TERM-006": ["executing-commands", "client", "Truncate output at a character boundary, from the beginning", PIPES],
});

const elicitation = page(acp("elicitation"), {
  "ELIC-001": ["checking-support", "agent", "Ask only in modes that the client announced; {} announces none"],
  "ELIC-002": ["creating-an-elicitation", "agent", "Bind a question to the connection that it was asked on"],
  "ELIC-003": ["responses", "agent", "Continue safely after decline, cancel and failure"],
  "ELIC-004": ["url-completion", "agent", "Keep the ids of open URL questions unique"],
  "ELIC-005": ["url-completion", "client", "Treat the id of a question as opaque", ALL],
  "ELIC-006": [
    "url-completion",
    "agent",
    "Send elicitation/complete to the client that was asked, with the original id",
  ],
  "ELIC-007": ["url-completion", "client", "Ignore the completion of questions that are unknown or complete"],
  "ELIC-008": ["url-completion", "client", "Answer a question in a mode that it did not announce with −32602"],
  "ELIC-009": ["responses", "agent", "Take no unknown action for a known one"],
  "ELIC-010": ["creating-an-elicitation", "client", "Take no unknown mode or field type for a known one"],
  "ELIC-011": [
    "user-interaction-requirements",
    "client",
    "Name the agent, let the user review, decline and cancel, show the host before it opens a page",
    PIPES,
  ],
  "ELIC-012": [
    "url-security",
    "client",
    "Fetch and open no URL without consent, show all of it, and open it where no model can look in",
    PIPES,
  ],
  "ELIC-015": ["form-mode", "agent", "Ask only for fields of primitive types"],
});

const AGENT_REASON = "Our agents ask for no secrets and have no pages of their own";

/** Nothing of ours does this. */
const missing = {
  "ELIC-013": postponed(
    "agent",
    "elicitation#form-mode",
    "Ask for secrets by URL only, put none into it, and send none back over the wire",
    AGENT_REASON,
  ),
  "ELIC-014": postponed(
    "agent",
    "elicitation#url-security",
    "Verify that the user who started a URL question is the one who completes it",
    AGENT_REASON,
  ),
} satisfies Requirements;

function postponed(who: Requirement["who"], place: string, text: string, later: string): Requirement {
  return { who, text, link: acp(place), on: [], later };
}

export const callbackRequirements = { ...files, ...terminals, ...elicitation, ...missing };
