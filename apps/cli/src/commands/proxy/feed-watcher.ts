// Shows what the agent does on the live feed. The traffic waits for none of it, and goes on without it.
import type { Log } from "@parley/base";
import { createExtractor, createUnaskedFinder, createWatchState, type Observation } from "@parley/observe";
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
  const extractor = createExtractor();
  const unasked = createUnaskedFinder();
  const state = createWatchState({ agentId });
  const opening = openFeed({ home, port, log }).then(
    (feed) => {
      feed.publish(state);
      return { feed, notice: `feed on ${formatFeedAddress(feed.address)}` };
    },
    (error: unknown) => ({ feed: undefined, notice: `no feed: ${describeError(error).replaceAll("\n", " ")}` }),
  );
  const add = (observation: Observation): void => {
    state.add(observation);
    for (const effect of unasked.add(observation)) state.add(effect);
  };
  return {
    frame: (frame) => {
      for (const observation of extractor.add(frame)) add(observation);
    },
    observation: add,
    lost: (count) => state.lost(count),
    notice: opening.then(({ notice }) => notice),
    async close() {
      const { feed }: { feed: Feed | undefined } = await opening;
      await feed?.close();
    },
  };
}
