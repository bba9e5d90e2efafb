// How each kind of client connects: one card of the page each.
import { asInvoked } from "@parley/base";

export interface Connection {
  readonly title: string;
  /** One sentence: what it is for. */
  readonly text: string;
  /** The dialect it needs, if any. */
  readonly dialect?: string | undefined;
  /** Shown with a Copy button. */
  readonly commands: readonly { readonly label: string; readonly text: string }[];
}

/** The commands read the token from its file; the page never shows it. */
export const READ_TOKEN = 'TOKEN=$(cat "${PARLEY_HOME:-$HOME/.parley}/token")';
const WITH_TOKEN = '-H "Authorization: Bearer $TOKEN"';
const AS_JSON = "-H 'Content-Type: application/json'";

export function connectionsOf(url: string): readonly Connection[] {
  const socketUrl = url.replace(/^http/, "ws");
  return [
    {
      title: "Terminal",
      text: "Chat with any agent, or send one prompt and print the answer.",
      commands: [
        { label: "Chat", text: asInvoked(`parley chat --server ${url}`) },
        { label: "One prompt", text: asInvoked(`parley run --server ${url} "Explain this repository"`) },
      ],
    },
    {
      title: "Editors and ACP clients",
      text: "The Agent Client Protocol, over a WebSocket or over HTTP with event streams.",
      dialect: "acp",
      commands: [
        { label: "WebSocket", text: `${socketUrl}/acp` },
        { label: "HTTP", text: `${url}/acp` },
      ],
    },
    {
      title: "Other agents (A2A)",
      text: "Agent2Agent clients find everything they need in the agent card.",
      dialect: "a2a",
      commands: [{ label: "Card", text: `${url}/.well-known/agent-card.json` }],
    },
    {
      title: "Runs over REST",
      text: "Run an agent with a plain HTTP call: wait for the result, fetch it later, or stream it.",
      dialect: "acp-rest",
      commands: [
        { label: "Agents", text: curl(`-s ${url}/agents`, WITH_TOKEN) },
        { label: "Run", text: curl(`-sN ${url}/runs`, WITH_TOKEN, AS_JSON, toBody(RUN)) },
      ],
    },
    {
      title: "Sessions over REST",
      text: "The native API: replies as server-sent events, and full control of sessions.",
      dialect: "native",
      commands: [
        { label: "Sessions", text: curl(`-s ${url}/sessions`, WITH_TOKEN) },
        { label: "Reply", text: curl(`-sN ${url}/reply`, WITH_TOKEN, AS_JSON, toBody(REPLY)) },
      ],
    },
  ];
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
