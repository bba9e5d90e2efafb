// How each kind of client connects: one card each, with commands that work as they are shown.
import { READ_TOKEN } from "@parley/base";

export interface Connection {
  readonly title: string;
  /** One sentence: what it is for. */
  readonly about: string;
  /** The protocol that it needs, if any. */
  readonly dialect?: string | undefined;
  readonly lines: readonly ConnectionLine[];
}

export interface ConnectionLine {
  readonly label: string;
  readonly text: string;
}

/** What a server says of itself. */
export interface ServerPlace {
  readonly url: string;
  /** How Parley's command is invoked. */
  readonly command: string;
  readonly dialects: readonly string[];
}

export const TOKEN_LINE: ConnectionLine = { label: "Token", text: READ_TOKEN };

const WITH_TOKEN = '-H "Authorization: Bearer $TOKEN"';
const AS_JSON = "-H 'Content-Type: application/json'";

export function connectionsOf(place: ServerPlace): readonly Connection[] {
  return [terminal(place), editors(place), acp(place), a2a(place), runs(place), sessions(place)].filter(
    ({ dialect }) => dialect === undefined || place.dialects.includes(dialect),
  );
}

function terminal({ url, command }: ServerPlace): Connection {
  return {
    title: "Terminal",
    about: "Chat with any agent, or send one prompt and print the answer.",
    lines: [
      { label: "Chat", text: `${command} chat --server ${url}` },
      { label: "One prompt", text: `${command} run --server ${url} "Explain this repository"` },
    ],
  };
}

function editors({ url, command }: ServerPlace): Connection {
  return {
    title: "Editors",
    about: "Set this as the agent command in your editor: it connects the editor to this server.",
    dialect: "acp",
    lines: [{ label: "Command", text: `${command} bridge --server ${url} --agent assistant` }],
  };
}

function acp({ url }: ServerPlace): Connection {
  return {
    title: "ACP clients",
    about: "The Agent Client Protocol, over a WebSocket or over HTTP with event streams.",
    dialect: "acp",
    lines: [
      { label: "WebSocket", text: `${url.replace(/^http/, "ws")}/acp` },
      { label: "HTTP", text: `${url}/acp` },
    ],
  };
}

function a2a({ url }: ServerPlace): Connection {
  return {
    title: "Other agents (A2A)",
    about: "Agent2Agent clients find everything they need in the agent card.",
    dialect: "a2a",
    lines: [{ label: "Card", text: `${url}/.well-known/agent-card.json` }],
  };
}

function runs({ url }: ServerPlace): Connection {
  return {
    title: "Runs over REST",
    about: "Run an agent with a plain HTTP call: wait for the result, fetch it later, or stream it.",
    dialect: "acp-rest",
    lines: [
      { label: "Agents", text: curl(`-s ${url}/agents`, WITH_TOKEN) },
      { label: "Run", text: curl(`-sN ${url}/runs`, WITH_TOKEN, AS_JSON, toBody(RUN)) },
    ],
  };
}

function sessions({ url }: ServerPlace): Connection {
  return {
    title: "Sessions over REST",
    about: "The native API: replies as server-sent events, and full control of sessions.",
    dialect: "native",
    lines: [
      { label: "Sessions", text: curl(`-s ${url}/sessions`, WITH_TOKEN) },
      { label: "Reply", text: curl(`-sN ${url}/reply`, WITH_TOKEN, AS_JSON, toBody(REPLY)) },
    ],
  };
}

const RUN = {
  agent_name: "assistant",
  mode: "stream",
  input: [{ role: "user", parts: [{ content_type: "text/plain", content: "Hello" }] }],
};

const REPLY = {
  user_message: { role: "user", content: [{ type: "text", text: "Hello" }] },
};

function curl(...parts: readonly string[]): string {
  return `curl ${parts.join(" \\\n  ")}`;
}

function toBody(body: unknown): string {
  return `-d '${JSON.stringify(body)}'`;
}
