// Prints the current state once: as JSON for scripts, otherwise as the screen without the keys.
import { asInvoked, ParleyError } from "@parley/base";
import { FeedMirror, type MirroredSession } from "@parley/observe";
import { connectToFeed } from "@parley/observe/feed";
import type { CommandContext } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { themeOf } from "../../output/palette.ts";
import { printJson, printLines, printNotice } from "../../output/print.ts";
import { toIso } from "../../output/time.ts";
import { EMPTY_LINE } from "../../terminal/line.ts";
import { drawAttention } from "./draw-attention.ts";
import { drawFiles } from "./draw-files.ts";
import { drawSummary } from "./draw-summary.ts";
import { drawTools } from "./draw-tools.ts";
import { feedNotFound, feedRefused } from "./feed-errors.ts";
import { FEED_QUIET_MS, FEED_WAIT_MS } from "../../limits.ts";
import type { WatchModel } from "./model.ts";
import type { WatchTarget } from "./target.ts";
import { createView, type Sort } from "./view.ts";

interface OnceOptions extends Pick<CommandContext, "settings"> {
  readonly isJson: boolean;
  readonly sort: Sort;
}

const FILE_ROWS = 40;
const OTHER_ROWS = 12;

export async function showOnce(target: WatchTarget, options: OnceOptions): Promise<number> {
  const sessions = (await readOnce(target)).filter(target.matches);
  if (target.session !== undefined && sessions.length === 0) {
    throw new ParleyError({
      code: "session_not_found",
      message: `Session ${target.session} not found at ${target.name}`,
      remedy: { label: "List sessions", command: "parley watch --once" },
    });
  }
  if (options.isJson) printJson({ feed: target.name, sessions: sessions.map(toJson) });
  else if (sessions.length === 0)
    printNotice(asInvoked("No agent has a session yet. Send a prompt to one that was started with `parley proxy`."));
  else printSessions(sessions, target, options);
  return ExitCodes.endTurn;
}

function readOnce({ address, name, token }: WatchTarget): Promise<readonly MirroredSession[]> {
  const mirror = new FeedMirror();
  return new Promise((resolve, reject) => {
    let quiet: NodeJS.Timeout | undefined;
    const end = (settle: () => void): void => {
      clearTimeout(quiet);
      clearTimeout(deadline);
      reader.close();
      settle();
    };
    const done = (): void => end(() => resolve(mirror.sessions));
    const fail = (why: string): void => end(() => reject(feedNotFound(name, why)));
    const deadline = setTimeout(() => (mirror.isReady ? done() : fail("it sent nothing")), FEED_WAIT_MS);
    const reader = connectToFeed(address, {
      token,
      reconnects: false,
      onMessage: (message) => {
        mirror.apply(message);
        clearTimeout(quiet);
        if (message.type === "ready") done();
        else if (mirror.isReady) quiet = setTimeout(done, FEED_QUIET_MS);
      },
      onState: (state) => {
        if (state.type === "away") fail(state.error);
        else if (state.type === "refused") end(() => reject(feedRefused(name, state.reason)));
      },
    });
  });
}

/** Times are in ISO format with Z, as in all output. */
function toJson({
  key: _key,
  files,
  coldFiles: _cold,
  toolCalls,
  blocked,
  unasked,
  ...session
}: MirroredSession): object {
  return {
    ...session,
    files: Array.from(files.values(), ({ atMs, ...file }) => ({ ...file, at: toIso(atMs) })),
    toolCalls: toolCalls.map(({ startedAtMs, endedAtMs, ...call }) => ({
      ...call,
      startedAt: toIso(startedAtMs),
      ...(endedAtMs !== undefined && { endedAt: toIso(endedAtMs) }),
    })),
    blocked: blocked.map(({ atMs, ...entry }) => ({ ...entry, at: toIso(atMs) })),
    unasked: unasked.map(({ atMs, ...entry }) => ({ ...entry, at: toIso(atMs) })),
  };
}

function printSessions(
  sessions: readonly MirroredSession[],
  { name }: WatchTarget,
  { settings, sort }: OnceOptions,
): void {
  const theme = themeOf(process.stdout, settings.color);
  const view = createView(sort);
  const model: WatchModel = { address: name, link: { type: "connected" }, sessions, view, nowMs: Date.now() };
  const lines = sessions.flatMap((session) => [
    ...drawSummary(session, model, theme),
    EMPTY_LINE,
    ...drawFiles(session, model, theme, FILE_ROWS),
    EMPTY_LINE,
    ...drawTools(session, model, theme, OTHER_ROWS),
    EMPTY_LINE,
    ...drawAttention(session, model, theme, OTHER_ROWS, true),
    EMPTY_LINE,
  ]);
  printLines(lines.slice(0, -1), { settings });
}
