// How a connection starts: initialization and authentication.
import { acp, ALL, page } from "./requirement.ts";

const initialization = page(acp("initialization"), {
  "INIT-001": ["", "client", "Initialize the connection before creating a session", ALL],
  "INIT-002": ["version-negotiation", "client", "Send the latest protocol version it supports in initialize", ALL],
  "INIT-003": ["version-negotiation", "agent", "Answer a version it supports with that same version"],
  "INIT-004": [
    "version-negotiation",
    "agent",
    "Answer any other version with the latest it supports, not with an error",
  ],
  "INIT-005": ["", "agent", "Answer initialize with the protocol version and its capabilities"],
  "INIT-006": ["protocol-version", "both", "Agree on a version, and act according to it"],
  "INIT-007": ["capabilities", "client", "Treat agent capabilities that were omitted as unsupported", ALL],
  "INIT-008": ["capabilities", "agent", "Treat client capabilities that were omitted as unsupported"],
  "INIT-009": ["", "agent", "Refuse requests that come before initialize"],
  "INIT-010": [
    "session-capabilities",
    "agent",
    "Support session/new, session/prompt, session/cancel and session/update",
  ],
  "INIT-011": ["prompt-capabilities", "agent", "Support text and resource links in prompts"],
});

const authentication = page(acp("authentication"), {
  "AUTH-001": ["advertising-authentication", "client", "Call logout only if the agent announced auth.logout", ALL],
  "AUTH-002": ["protocol-driven-authentication", "client", "Never pass a terminal method to authenticate"],
  "AUTH-003": [
    "authentication-method-types",
    "agent",
    "Offer terminal methods only to clients that announced auth.terminal",
  ],
  "AUTH-004": ["protocol-driven-authentication", "client", "Pass authenticate a method that the agent advertised", ALL],
  "AUTH-005": ["protocol-driven-authentication", "agent", "Create sessions without auth_required once authenticated"],
  "AUTH-006": ["logging-out", "agent", "Require authentication again for new sessions after logout"],
});

export const connectionRequirements = { ...initialization, ...authentication };
