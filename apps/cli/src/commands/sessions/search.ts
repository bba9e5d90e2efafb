// `parley sessions search`: searches all messages and prints results as they are found.
import { neutralise, neutralLine, ParleyError } from "@parley/base";
import type { SearchHit } from "@parley/home/session-log";
import { listenForStop } from "../../client/stop-signals.ts";
import type { CommandContext, Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { openSessions } from "../../hub/open-sessions.ts";
import { printJson, printLines, printNotice } from "../../output/print.ts";
import { ago, toIso } from "../../output/time.ts";
import { line, span, type Line } from "../../terminal/line.ts";
import { attach } from "../../server/attach.ts";
import type { sessionsSearchUsage } from "../../usage/sessions.ts";
import { shortId, toSessionJson } from "./session-json.ts";
import { SEARCH_HITS_DEFAULT } from "../../limits.ts";

export const run: Run<typeof sessionsSearchUsage> = async ({ flags, positionals }, alone) => {
  const text = positionals.join(" ").trim();
  if (text === "") throw new ParleyError({ code: "usage", message: "TEXT is empty" });
  using stop = listenForStop();
  const context = await attach(flags, alone);
  const { cwd } = context;
  const filter = { ...(flags.here && { cwd }), ...(flags.agent !== undefined && { agent: flags.agent }) };
  const limit = flags.limit ?? SEARCH_HITS_DEFAULT;
  await using store = await openSessions(context);
  const found = store.search(text, { ...filter, limit, signal: stop.asked });
  const hits: SearchHit[] = [];
  let lastId = "";
  for await (const hit of found) {
    hits.push(hit);
    if (flags.json) continue;
    if (hit.session.id !== lastId) printLines([drawSession(hit)], context);
    lastId = hit.session.id;
    printHit(hit, context);
  }
  if (flags.json) printJson({ hits: hits.map(toHitJson) });
  else if (hits.length === 0) printNotice("No results. All words must appear in one message; try fewer words.");
  else if (hits.length >= limit) printNotice(`There may be more: --limit ${limit * 2}`);
  return ExitCodes.endTurn;
};

function toHitJson({ session, seq, at, what, excerpt, start, end }: SearchHit) {
  return { session: toSessionJson(session), seq, at: toIso(at), what, excerpt, start, end };
}

function drawSession({ session }: SearchHit): Line {
  const when = ago(session.updatedAtMs, Date.now());
  return line(span(shortId(session.id), "accent"), `  ${neutralLine(session.title)}  `, span(when, "dim"));
}

function printHit({ what, excerpt, start, end }: SearchHit, context: CommandContext): void {
  const [before, match, after] = [excerpt.slice(0, start), excerpt.slice(start, end), excerpt.slice(end)].map(
    inOneLine,
  );
  printLines(
    [line(span(`  ${what.replaceAll("_", " ")}: `, "dim"), before, span(match ?? "", "warn"), after)],
    context,
  );
}

function inOneLine(text: string): string {
  return neutralise(text).replace(/\s+/g, " ");
}
