// The message when the server is ready: text for users, or one line of JSON.
import type { AgentEntry } from "@parley/hub";
import { tokenPathOf } from "@parley/server";
import { asInvoked, plural } from "@parley/base";
import { withTilde } from "../../output/with-tilde.ts";
import { line, span, type Line, type Span } from "../../terminal/line.ts";

export interface Ready {
  readonly url: string;
  readonly token: string;
  readonly home: string;
  readonly agents: readonly AgentEntry[];
  /** How to watch the live feed, or why it is unavailable; undefined if it is turned off. */
  readonly watch: string | undefined;
  /** Whether the built-in agent has no model and runs the offline demo. */
  readonly lacksModel: boolean;
  /** The database with the sessions, without its password; undefined if they are in a file. */
  readonly database?: string | undefined;
}

export function formatReady({
  url,
  token,
  pid = process.pid,
}: Pick<Ready, "url" | "token"> & { readonly pid?: number }): string {
  return `${JSON.stringify({ url, token, pid })}\n`;
}

export function drawReady({ url, token, home, agents, watch, lacksModel, database }: Ready): readonly Line[] {
  const wsUrl = url.replace(/^http/, "ws");
  const tokenPath = withTilde(tokenPathOf(home));
  const own = agents.filter(({ kind }) => kind === "mode").length;
  const others = agents.filter(({ kind, availability }) => kind !== "mode" && availability.isAvailable);
  return [
    line(),
    line(span("Parley", "strong"), " is serving ", span(url, "strong")),
    line(),
    row("page", span(`${url}/?token=${token}`, "accent")),
    row("terminal", asInvoked("parley chat"), "connects automatically, as do run and sessions"),
    row("editors", asInvoked("parley bridge"), "as the agent's command"),
    row("", `${wsUrl}/acp`, "ACP over WebSocket or HTTP"),
    row("REST", `curl -H "Authorization: Bearer $(cat ${tokenPath})" ${url}/agents`),
    row("A2A", `${url}/.well-known/agent-card.json`),
    row("docs", `${url}/docs`),
    ...(watch === undefined ? [] : [row("watch", watch)]),
    line(),
    row("agents", [plural(own, "built-in agent"), ...others.map(({ name }) => name)].join(", ")),
    ...(database === undefined ? [] : [row("sessions", database)]),
    ...(lacksModel ? drawNoModel() : []),
    line(),
    line(span("  Ctrl-C stops the server; sessions are kept.", "dim")),
    line(),
  ];
}

function drawNoModel(): readonly Line[] {
  const others = asInvoked("or use an installed agent: parley chat --agent NAME");
  return [
    row("model", "none, so the built-in agents run the offline demo"),
    row("", asInvoked("parley agent login"), `adds one (no restart needed); ${others}`),
  ];
}

function row(name: string, text: string | Span, remark?: string): Line {
  return line(span(`  ${name.padEnd(10)}`, "dim"), text, remark === undefined ? undefined : span(`  ${remark}`, "dim"));
}
