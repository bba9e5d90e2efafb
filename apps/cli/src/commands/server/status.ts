// `parley server status`: shows whether this home has a server, and its state.
import { asInvoked, isObject, plural, type JsonObject } from "@parley/base";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { printJson, printLines, printNotice } from "../../output/print.ts";
import { ago } from "../../output/time.ts";
import { withTilde } from "../../output/with-tilde.ts";
import { findRunning, type ServerPlace } from "@parley/home/running-server";
import { serverLogIn } from "../../server/server-log.ts";
import { readHomeToken } from "../../server/find-server.ts";
import { ServerApi } from "../../server/server-api.ts";
import { line, span, type Line } from "../../terminal/line.ts";
import type { serverStatusUsage } from "../../usage/server.ts";

export const run: Run<typeof serverStatusUsage> = async ({ flags }, context) => {
  const { home } = context;
  const place = await findRunning(home);
  if (place === undefined) {
    if (flags.json) printJson({ running: false });
    else printNotice(asInvoked(`No server is running for ${withTilde(home)}. Start one: parley server start`));
    return ExitCodes.agentMissing;
  }
  const api = new ServerApi({ url: place.url, token: await readHomeToken(home), isLocal: true });
  const status = await api.request("GET", "/server");
  if (flags.json) printJson({ running: true, ...status, url: place.url });
  else printLines(drawStatus(place, status, context), context);
  return ExitCodes.endTurn;
};

function drawStatus(place: ServerPlace, status: JsonObject, { home }: CommandContext): readonly Line[] {
  const { kind, version, clients, turns, questions, idle_exit_seconds: idleSeconds } = status;
  const isBackground = kind === "background";
  return [
    line(span(`Parley server ${text(version)}`, "strong"), " at ", span(place.url, "strong")),
    row(
      "process",
      `${place.pid}, started ${ago(place.startedAtMs, Date.now())}, in ${isBackground ? "the background" : "a terminal"}`,
    ),
    row("clients", `${text(clients)} connected`),
    row("turns", `${text(turns)} unfinished`),
    row("questions", `${text(questions)} waiting for an answer`),
    ...(typeof idleSeconds === "number" ? [row("stops", `after ${formatSeconds(idleSeconds)} idle`)] : []),
    ...(isBackground ? [row("log", withTilde(serverLogIn(home)))] : []),
  ];
}

function row(name: string, value: string): Line {
  return line(span(`  ${name.padEnd(11)}`, "dim"), value);
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : isObject(value) ? "?" : "";
}

function formatSeconds(seconds: number): string {
  return seconds % 60 === 0 ? plural(seconds / 60, "minute") : plural(seconds, "second");
}
