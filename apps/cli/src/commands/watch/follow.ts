// The feed without a terminal: one line per event, or the raw messages as JSON.
import { FeedMirror, type FeedMessage } from "@parley/observe";
import { connectToFeed } from "@parley/observe/feed";
import { toShownJson, type ParleyError } from "@parley/base";
import { listenForStop } from "../../client/stop-signals.ts";
import type { CommandContext } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { paletteOf } from "../../output/palette.ts";
import { printNotice } from "../../output/print.ts";
import { encodeLine } from "../../terminal/encode-line.ts";
import { feedNotFound, feedRefused } from "./feed-errors.ts";
import { FEED_WAIT_MS } from "../../limits.ts";
import { createActivityLines } from "./activity-lines.ts";
import type { WatchTarget } from "./target.ts";

interface FollowOptions extends Pick<CommandContext, "settings"> {
  readonly isJson: boolean;
}

/** Runs until Ctrl-C, until the reader closes the pipe, or until no feed has appeared within `FEED_WAIT_MS`. */
export async function follow(target: WatchTarget, { settings, isJson }: FollowOptions): Promise<number> {
  const { address, name, token, matches } = target;
  using stop = listenForStop();
  const over = new AbortController();
  const signal = AbortSignal.any([stop.asked, over.signal]);
  let failure: ParleyError | undefined;
  process.stdout.on("error", () => over.abort());
  const palette = paletteOf(process.stdout, settings.color);
  const picture = new FeedMirror();
  const activity = createActivityLines(matches);
  const onMessage = (message: FeedMessage): void => {
    if (isJson) return print(isWanted(message, target) ? `${toShownJson(JSON.stringify(message))}\n` : "");
    picture.apply(message);
    for (const line of activity.describe(picture.sessions, Date.now())) print(`${encodeLine(line, palette)}\n`);
  };
  let isWaiting = false;
  const waiting = setTimeout(() => {
    failure = feedNotFound(name, `none appeared within ${FEED_WAIT_MS / 1_000} s`);
    over.abort();
  }, FEED_WAIT_MS);
  const reader = connectToFeed(address, {
    token,
    signal,
    onMessage,
    onState: (state) => {
      if (state.type === "connected") {
        clearTimeout(waiting);
        picture.reconnected();
        if (isWaiting) printNotice(`Connected to ${name}.`);
      }
      if (state.type === "away" && !isWaiting) printNotice(`No feed at ${name}; waiting for one.`);
      isWaiting = state.type === "away";
      if (state.type !== "refused") return;
      failure = feedRefused(name, state.reason);
      over.abort();
    },
  });
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  clearTimeout(waiting);
  reader.close();
  if (failure !== undefined) throw failure;
  return ExitCodes.endTurn;
}

function print(text: string): void {
  if (text !== "") process.stdout.write(text);
}

function isWanted(message: FeedMessage, { matches }: WatchTarget): boolean {
  if ("agentId" in message) return matches(message);
  if ("agent_id" in message) return matches({ agentId: message.agent_id, sessionId: message.session_id });
  return true;
}
