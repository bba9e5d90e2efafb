// What the commands of `parley mcp` take.
import { defineUsage } from "../arguments/usage.ts";

const json = { type: "boolean", summary: "As JSON" } as const;

export const mcpListUsage = defineUsage({
  name: "mcp list",
  summary: "List the MCP servers that agents get in this folder, and those that are not used",
  details: `Servers come from your config.json, and from .mcp.json and .parley/config.json of this folder if you trust it. With --check
each server that is used is started or connected to, and its tools are counted.`,
  flags: { check: { type: "boolean", summary: "Connect to each server" }, json },
  positionals: [],
  examples: [
    { about: "List the servers", command: "parley mcp" },
    { about: "Find out which of them work", command: "parley mcp list --check" },
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
    "client-id": { type: "string", value: "ID", summary: "Client ID that Parley is registered with for signing in" },
    "client-secret-env": { type: "string", value: "NAME", summary: "Environment variable that has the client secret" },
    "callback-port": { type: "number", value: "PORT", min: 1, summary: "Port of the registered redirect address" },
    json,
  },
  positionals: [{ name: "NAME" }],
  examples: [
    { about: "Add a server that is a program", command: "parley mcp add files -- npx -y some-mcp-server ." },
    { about: "Add a remote server", command: "parley mcp add wiki --url https://wiki.example/mcp" },
    {
      about: "Add one at which you have registered Parley for signing in",
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
  details: `Prints the page to sign in on, opens it where there is a desktop, and waits up to five minutes. The tokens are saved in
~/.parley/mcp-sign-ins, which only you can read, and are refreshed automatically. Parley's own agent uses them; other
agents sign in to their servers themselves and never get them.`,
  flags: { "no-browser": { type: "boolean", summary: "Only print the page" }, json },
  positionals: [{ name: "NAME" }],
  examples: [{ about: "Sign in to a server", command: "parley mcp sign-in wiki" }],
});

export const mcpSignOutUsage = defineUsage({
  name: "mcp sign-out",
  summary: "Forget the sign-in to a remote MCP server",
  flags: { json },
  positionals: [{ name: "NAME" }],
  examples: [{ about: "Sign out of a server", command: "parley mcp sign-out wiki" }],
});
