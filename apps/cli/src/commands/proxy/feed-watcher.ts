// Shows what the agent does on the live feed. The traffic never waits for the feed and continues if it fails.
import type { Log } from "@parley/base";
import { createWatchState } from "@parley/observe";
import { formatFeedAddress, openFeed, type Feed } from "@parley/observe/feed";
import { describeError } from "../../describe-error.ts";
import type { Watcher } from "./watchers.ts";

export interface FeedWatcherOptions {
  readonly agentId: string;
  readonly home: string;
  readonly port: number | undefined;
  readonly log: Log;
}

export function watchForFeed({ agentId, home, port, log }: FeedWatcherOptions): Watcher {
  const state = createWatchState({ agentId });
  const closing = new AbortController();
  const opening = openFeed({ home, port, log, signal: closing.signal }).then(
    (feed) => {
      feed.publish(state);
      return { feed, notice: `feed on ${formatFeedAddress(feed.address)}` };
    },
    (error: unknown) => ({ feed: undefined, notice: `no feed: ${describeError(error).replaceAll("\n", ". ")}` }),
  );
  return {
    frame: (_, observations) => {
      for (const observation of observations) state.add(observation);
    },
    observation: (observation) => state.add(observation),
    lost: (count) => state.lost(count),
    needsObservations: true,
    notice: opening.then(({ notice }) => notice),
    async close() {
      closing.abort();
      const { feed }: { feed: Feed | undefined } = await opening;
      await feed?.close();
    },
  };
}
