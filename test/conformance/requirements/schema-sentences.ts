// Every sentence with a MUST in the schema's documentation, and the requirements that it became.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { RequirementId } from "../requirements.ts";

// oxfmt-ignore: one sentence, one line.
export const schemaSentences: Readonly<Record<string, readonly RequirementId[]>> = {
  "MUST send one of these responses for the original request:": ["CXL-001", "CXL-002"],
  "If the client cancels the prompt turn via `session/cancel`, it MUST respond to this request with the `cancelled` outcome.":
    ["PERM-001"],
  "JSON RPC Request Id An identifier established by the Client that MUST contain a String, Number, or NULL value if included.":
    ["RPC-002"],
  "The value SHOULD normally not be Null \\[1\\] and Numbers SHOULD NOT contain fractional parts \\[2\\] The Server MUST reply with the same value in the Response object if included.":
    ["RPC-003"],
  "Implementations MUST NOT make assumptions about values at these keys.": ["EXT-002"],
  "The terminal must be added before calling `terminal/release`.": ["TERM-004"],
  "All agents MUST support text content blocks in prompts.": ["CONTENT-001"],
  "All agents MUST support resource links in prompts.": ["CONTENT-002"],
  "Must be an absolute path.": ["SETUP-002", "TERM-005", "PATH-001"],
  "The Client MUST ensure truncation happens at a character boundary to maintain valid string output, even if this means the retained output is slightly less than the specified limit.":
    ["TERM-006"],
  "They MUST NOT render it as a known elicitation mode.": ["ELIC-010"],
  "Property definitions (must be primitive types).": ["ELIC-015"],
  "They MUST NOT render it as a known input control.": ["ELIC-010"],
  "Pattern the string must match.": ["ELIC-015"],
  "Other variants must be explicitly opted in to.": ["CONTENT-003", "CONTENT-004", "CONTENT-005"],
  "As a baseline, all Agents **MUST** support `session/new`, `session/prompt`, `session/cancel`, and `session/update`.":
    ["INIT-010"],
  "Agents MUST advertise this method only when the client enabled its terminal authentication capability.": [
    "AUTH-003",
  ],
  "The client MUST NOT pass this method to `authenticate`.": ["AUTH-002"],
  "It MUST NOT be required for correctness.": ["CONFIG-002"],
  "Clients MUST handle missing or unknown categories gracefully.": ["CONFIG-002"],
  "Each path must be absolute.": ["SETUP-007"],
  "This stop reason MUST be returned when the client sends a `session/cancel` notification, even if the cancellation causes exceptions in underlying operations.":
    ["CANCEL-002", "CANCEL-003"],
  "This must be an integer as defined in the JSON-RPC specification.": ["RPC-006"],
  "Agents MUST only send this update when the Client advertised the `session.notices` Client capability.": [
    "UPDATE-001",
  ],
  "Agents MUST only send this update when the Client advertised the `session.compaction` Client capability.": [
    "UPDATE-003",
    "UPDATE-004",
  ],
  "When updating a plan, the agent must send a complete list of all entries with their current status.": ["PLAN-001"],
  "Agents must not rely on a notice being received, displayed, or seen by the user.": ["UPDATE-006"],
  "Agents MUST only send notices when the Client advertised the `session.notices` Client capability.": ["UPDATE-001"],
  "The agent must cancel any ongoing work (as if `session/cancel` was called) and then free up any resources associated with the session.":
    ["CLOSE-002", "CLOSE-003"],
  "The mode must be one of the modes advertised in `availableModes` during session creation or loading.": ["MODE-001"],
  "Must be one of the methods advertised in the initialize response.": ["AUTH-004"],
  "Stdio transport configuration All Agents MUST support this transport.": ["MCP-001"],
  "If supported, the agent **must** cancel any ongoing work related to the session (treat it as if `session/cancel` was called) and then free up any resources associated with the session.":
    ["CLOSE-002", "CLOSE-003"],
  "As a baseline, the Agent MUST support `text` and `resource_link` content blocks, while other variants are optionally enabled via `PromptCapabilities`.":
    ["INIT-011"],
  "The Client MUST adapt its interface according to `PromptCapabilities`.": ["PROMPT-002"],
  "When a client sends a `session/cancel` notification to cancel an ongoing prompt turn, it MUST respond to all pending `session/request_permission` requests with this `cancelled` outcome.":
    ["CANCEL-001"],
  "They MUST NOT treat it as a known elicitation action.": ["ELIC-009"],
};

/** The sentences as the installed schema has them, each once. */
export function readSchemaSentences(): string[] {
  const file = createRequire(import.meta.url).resolve("@agentclientprotocol/sdk/schema/v1/schema.json");
  const found = new Set<string>();
  JSON.parse(readFileSync(file, "utf8"), (key, value: unknown) => {
    if (key !== "description" || typeof value !== "string") return value;
    for (const sentence of value.replaceAll(/\s+/g, " ").split(/(?<=[.:!])\s/)) {
      if (/\bmust\b|\bshall\b/i.test(sentence)) found.add(sentence);
    }
    return value;
  });
  return [...found];
}
