// The words of the details of a session.
import type { SessionDetails } from "./details-data.ts";

type Level = SessionDetails["session"]["level"];

export const LEVELS: Readonly<Record<Level, { readonly title: string; readonly about: string }>> = {
  supervised: { title: "Supervised", about: "Reads without asking; asks before everything else." },
  auto: { title: "Auto", about: "Reads, edits and inspects without asking; asks before other commands." },
  bypass: { title: "Bypass", about: "Asks only before destructive operations." },
  autopilot: { title: "Autopilot", about: "Never asks: anything that would need approval is denied." },
};

export const SANDBOXES: Readonly<Record<string, string>> = {
  off: "No sandbox",
  on: "In a sandbox",
  limited: "In a sandbox, network only to the model provider",
  offline: "In a sandbox, without network",
};

export const KINDS: Readonly<Record<string, string>> = {
  mode: "Mode of the built-in agent",
  acp: "Program that speaks ACP",
  a2a: "Remote agent (A2A)",
  auto: "Chosen for each prompt",
};

/** What the protocol calls a capability, for people; others are shown by that name. */
export const CAPABILITIES: Readonly<Record<string, string>> = {
  loadSession: "loads sessions",
  "prompt.image": "images",
  "prompt.audio": "audio",
  "prompt.embeddedContext": "files in prompts",
  "mcp.http": "MCP over HTTP",
  "mcp.sse": "MCP over SSE",
  "session.list": "lists sessions",
  "session.delete": "deletes sessions",
  "session.additionalDirectories": "additional folders",
  "session.resume": "resumes sessions",
  "session.close": "closes sessions",
  "session.fork": "forks sessions",
  "auth.logout": "signs out",
};
