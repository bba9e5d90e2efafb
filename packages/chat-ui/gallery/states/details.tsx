// What is behind a session.
import { Details, type SessionDetails } from "../../src/index.ts";
import type { GalleryGroup, GalleryState } from "../gallery-state.ts";

const SESSION: SessionDetails["session"] = {
  id: "0193f2a0-0000-7000-8000-000000000001",
  name: "Fix the rounding of discounts",
  is_named: false,
  agent: "goose",
  working_dir: "/home/ada/shop-api",
  additional_folders: [],
  created_at: "2026-11-16T14:02:00Z",
  updated_at: "2026-11-16T14:09:00Z",
  session_type: "user",
  status: "idle",
  turns: 3,
  last_seq: 120,
  cleared_seq: 0,
  total_tokens: 38_000,
  input_tokens: 36_000,
  output_tokens: 2_000,
  accumulated_total_tokens: 120_000,
  accumulated_input_tokens: 112_000,
  accumulated_output_tokens: 8_000,
  extensions: [{ type: "stdio", name: "clock", cmd: "/usr/bin/clock-mcp", args: ["--utc"], env_keys: ["CLOCK_KEY"] }],
  level: "supervised",
  rules: { auto_allow: ["execute(npm run *)"], auto_reject: ["execute(npm publish *)"] },
};

const FULL: SessionDetails = {
  session: SESSION,
  agent: {
    name: "goose",
    kind: "acp",
    title: "Goose",
    description: "An agent",
    category: "session",
    tool_groups: [],
    is_internal: false,
    is_deprecated: false,
    is_enabled: true,
    is_available: true,
    sandbox: "on",
    extensions: [],
    statistics: { turns: 12 },
    program: {
      name: "goose",
      version: "1.34.0",
      capabilities: ["loadSession", "prompt.image", "mcp.http", "session.fork"],
    },
  },
  tools: {
    tools: [{ name: "read_file", description: "Reads a file of the workspace", calls: 7 }],
    commands: [],
    extensions: [],
    problems: ["docs: connection refused"],
  },
  rules: {
    file: "/home/ada/.parley/rules.json",
    rules: [{ id: "c1", type: "choice", verdict: "allow", text: "write src/**", holds: { scope: "always" } }],
    problems: [],
  },
  trusted: [{ path: "/home/ada/shop-api", trusted_at: "2026-11-01T00:00:00Z" }],
};

const BARE: SessionDetails = {
  session: {
    ...SESSION,
    extensions: [],
    rules: { auto_allow: [], auto_reject: [] },
    turns: 0,
    accumulated_total_tokens: 0,
  },
  agent: undefined,
  tools: undefined,
  rules: undefined,
  trusted: undefined,
};

function show(details: SessionDetails): GalleryState["open"] {
  return ({ session }) => (
    <Details details={details} view={session("shop")} rulesHref="#/rules" sessionHref={(id) => `#/sessions/${id}`} />
  );
}

export const details: GalleryGroup = {
  id: "details",
  title: "Details",
  states: [
    { id: "full", title: "Everything known", open: show(FULL) },
    { id: "new", title: "Before the agent was started", open: show(BARE) },
  ],
};
