// The flags for a conversation's agent, session and rules.
import type { Flags } from "../arguments/usage.ts";
import { sandboxFlag } from "./sandbox-flag.ts";
import { serverFlags } from "./server-flags.ts";

export const conversationFlags = {
  agent: {
    type: "string",
    value: "NAME",
    short: "a",
    setting: "agent",
    completes: "agent",
    summary: "Agent to talk to; or put the agent's full command after --",
  },
  mode: { type: "string", value: "MODE", setting: "mode", completes: "mode", summary: "Agent mode" },
  model: {
    type: "string",
    value: "MODEL",
    short: "m",
    setting: "model",
    completes: "model",
    summary: "Model; for the built-in agent PROVIDER/NAME, listed or not, such as ollama/qwen3-coder",
  },
  config: { type: "string", value: "ID=VALUE", isMultiple: true, summary: "Agent option" },
  level: {
    type: "string",
    value: "LEVEL",
    setting: "level",
    summary: "What the agent may do without asking",
  },
  "max-turns": {
    type: "string",
    value: "COUNT",
    setting: "maxTurns",
    default: "100",
    summary: "Maximum number of model requests in one turn of Parley's own agent",
  },
  "max-cost": {
    type: "string",
    value: "USD",
    setting: "maxCost",
    summary: "Maximum cost of one turn in US dollars, where the agent reports its cost",
  },
  ...sandboxFlag,
  "add-dir": {
    type: "string",
    value: "DIR",
    isMultiple: true,
    completes: "folder",
    summary: "Additional folder the agent may access",
  },
  worktree: {
    type: "boolean",
    short: "w",
    summary: "Work in a new git worktree of this folder, on its own branch (parley worktrees)",
  },
  mcp: {
    type: "string",
    value: "FILE",
    isMultiple: true,
    completes: "file",
    summary: "JSON file with mcpServers for the agent",
  },
  session: {
    type: "string",
    value: "SESSION",
    short: "s",
    completes: "session",
    summary: "Resume this session: its id or the beginning of it, its name, or latest",
  },
  resume: {
    type: "string",
    value: "ID",
    summary: "Resume a session by its id; with --agent, by the agent's own id (parley agents sessions NAME)",
  },
  continue: { type: "boolean", short: "c", summary: "Continue this folder's most recent session" },
  name: {
    type: "string",
    value: "NAME",
    completes: "name",
    summary: "Continue this folder's session with that name, or create it",
  },
  ...serverFlags,
} as const satisfies Flags;
