// What a person reads when the server is ready; for a program it is one line of JSON.
import type { AgentEntry } from "@parley/hub";
import type { CommandContext } from "../../command.ts";
import { printLines } from "../../output/print.ts";
import { line, span, type Line } from "../../terminal/line.ts";

export interface Ready {
  readonly url: string;
  readonly token: string;
  readonly home: string;
  readonly agents: readonly AgentEntry[];
  readonly isJson: boolean;
}

export function printReady(ready: Ready, context: CommandContext): void {
  const { url, token, isJson } = ready;
  if (isJson) process.stdout.write(`${JSON.stringify({ url, token, pid: process.pid })}\n`);
  else printLines(drawReady(ready), context);
}

export function drawReady({ url, token, agents }: Ready): readonly Line[] {
  const wsUrl = url.replace(/^http/, "ws");
  const own = agents.filter(({ kind }) => kind === "mode").length;
  const others = agents.filter(({ kind }) => kind !== "mode").map(({ name }) => name);
  return [
    line(),
    line(span("Parley", "strong"), " is serving ", span(url, "strong")),
    line(),
    row("page", `${url}/?token=${token}`),
    row("terminal", "parley chat"),
    row("editors", `${wsUrl}/acp`, "ACP over WebSocket; parley bridge for those that start a program"),
    row("REST", `curl -H "Authorization: Bearer $(cat ~/.parley/token)" ${url}/agents`),
    row("A2A", `${url}/.well-known/agent-card.json`),
    row("docs", `${url}/docs`),
    line(),
    row("agents", [`${own} modes of our own`, ...others].join(", ")),
    line(span("  Ctrl-C ends it; sessions are kept.", "dim")),
    line(),
  ];
}

function row(name: string, text: string, remark?: string): Line {
  return line(span(`  ${name.padEnd(10)}`, "dim"), text, remark === undefined ? undefined : span(`  ${remark}`, "dim"));
}
