// How each kind of client connects: what the page shows, a card each.
import { asInvoked } from "@parley/base";

export interface Connection {
  readonly title: string;
  /** One sentence: what it is for. */
  readonly text: string;
  /** The dialect it needs; undefined if it is there always. */
  readonly dialect?: string | undefined;
  /** Copied as they stand. */
  readonly commands: readonly { readonly label: string; readonly text: string }[];
}

/** The commands read the token where it is; the page never shows it. */
export const READ_TOKEN = 'TOKEN=$(cat "${PARLEY_HOME:-$HOME/.parley}/token")';
const WITH_TOKEN = '-H "Authorization: Bearer $TOKEN"';
const AS_JSON = "-H 'Content-Type: application/json'";

export function connectionsOf(url: string): readonly Connection[] {
  const socketUrl = url.replace(/^http/, "ws");
  return [
    {
      title: "Terminal",
      text: "Talk to any agent, or let one prompt run and print what it says.",
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
      title: "Other agents, by A2A",
      text: "Agent2Agent clients find everything they need in the card.",
      dialect: "a2a",
      commands: [{ label: "Card", text: `${url}/.well-known/agent-card.json` }],
    },
    {
      title: "Runs over REST",
      text: "An agent as a plain HTTP call: wait for the result, fetch it later, or follow it as it comes.",
      dialect: "acp-rest",
      commands: [
        { label: "Agents", text: curl(`-s ${url}/agents`, WITH_TOKEN) },
        { label: "Run", text: curl(`-sN ${url}/runs`, WITH_TOKEN, AS_JSON, toBody(RUN)) },
      ],
    },
    {
      title: "Sessions over REST",
      text: "The native API: a reply as server-sent events, and everything that can be done with sessions.",
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
