// Publishes the server's sessions on the local live feed, which `parley watch` reads. The server works the same without it.
import { asInvoked, type Log } from "@parley/base";
import { openHubFeed, type Hub } from "@parley/hub";
import { formatFeedAddress } from "@parley/observe/feed";
import { describeError } from "../../describe-error.ts";

export interface FeedRequest {
  readonly hub: Hub;
  readonly home: string;
  readonly port: number | undefined;
  readonly log: Log;
}

export interface ShownFeed extends AsyncDisposable {
  /** How to watch the feed, or why it is not available. */
  readonly notice: Promise<string>;
}

export function showOnFeed({ hub, home, port, log }: FeedRequest): ShownFeed {
  const closing = new AbortController();
  const opening = openHubFeed({ hub, parleyHome: home, port, log, signal: closing.signal }).then(
    (feed) => ({
      feed,
      notice: asInvoked(port === undefined ? "parley watch" : `parley watch ${formatFeedAddress(feed.address)}`),
    }),
    (error: unknown) => {
      const why = describeError(error).replaceAll("\n", ". ");
      log.write("info", "The server is not on the live feed", { why });
      return { feed: undefined, notice: `no feed: ${why}` };
    },
  );
  return {
    notice: opening.then(({ notice }) => notice),
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await (await opening).feed?.close();
    },
  };
}
