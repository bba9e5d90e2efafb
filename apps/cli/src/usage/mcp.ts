// Flags and arguments of the commands of `parley mcp`.
import { defineUsage } from "../arguments/usage.ts";
import { PORT_MAX } from "../limits.ts";

const json = { type: "boolean", summary: "As JSON" } as const;

export const mcpListUsage = defineUsage({
  name: "mcp list",
  summary: "List the MCP servers that agents get in this folder, and those not used",
  details: `Servers come from your config.json, and from this folder's .mcp.json and .parley/config.json if you trust it. --check connects
to each server in use and counts its tools.`,
  flags: { check: { type: "boolean", summary: "Connect to each server" }, json },
  positionals: [],
  examples: [
    { about: "List the servers", command: "parley mcp" },
    { about: "Check which ones work", command: "parley mcp list --check" },
  ],
});

export const mcpAddUsage = defineUsage({
  name: "mcp add",
  summary: "Add an MCP server for every agent to your config.json",
  takesCommand: true,
  flags: {
    url: { type: "string", value: "URL", summary: "Address of a remote server, instead of a command after --" },
    sse: { type: "boolean", summary: "The remote server speaks SSE only" },
    env: { type: "string", value: "NAME=VALUE", isMultiple: true, summary: "Environment variable for the server" },
    header: { type: "string", value: "NAME=VALUE", isMultiple: true, summary: "HTTP header for a remote server" },
    "client-id": {
      type: "string",
      value: "ID",
      summary: "Client id under which Parley is registered at the sign-in server",
    },
    "client-secret-env": {
      type: "string",
      value: "NAME",
      summary: "Environment variable containing the client secret",
    },
    "callback-port": {
      type: "number",
      value: "PORT",
      min: 1,
      max: PORT_MAX,
      summary: "Port of the registered redirect address",
    },
    json,
  },
  positionals: [{ name: "NAME" }],
  examples: [
    { about: "Add a local server", command: "parley mcp add files -- npx -y some-mcp-server ." },
    { about: "Add a remote server", command: "parley mcp add wiki --url https://wiki.example/mcp" },
    {
      about: "Add one where you have registered Parley as a client",
      command: "parley mcp add wiki --url https://wiki.example/mcp --client-id the-id",
    },
  ],
});

export const mcpRemoveUsage = defineUsage({
  name: "mcp remove",
  summary: "Remove an MCP server from your config.json",
  flags: { json },
  positionals: [{ name: "NAME" }],
  examples: [{ about: "Remove a server", command: "parley mcp remove wiki" }],
});

export const mcpSignInUsage = defineUsage({
  name: "mcp sign-in",
  summary: "Sign in to a remote MCP server in the browser (OAuth)",
  details: `Prints the URL of the sign-in page, opens it if you have a desktop, and waits up to five minutes. Tokens are saved in
~/.parley/mcp-sign-ins, which only you can read, and refreshed automatically. Only Parley's own agent uses them; other
agents sign in to their servers themselves.`,
  flags: { "no-browser": { type: "boolean", summary: "Only print the URL" }, json },
  positionals: [{ name: "NAME" }],
  examples: [{ about: "Sign in to a server", command: "parley mcp sign-in wiki" }],
});

export const mcpSignOutUsage = defineUsage({
  name: "mcp sign-out",
  summary: "Sign out of a remote MCP server",
  flags: { json },
  positionals: [{ name: "NAME" }],
  examples: [{ about: "Sign out of a server", command: "parley mcp sign-out wiki" }],
});
