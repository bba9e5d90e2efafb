// The hub's part in the feed of this machine: every session it watches is shown there.
import type { Log } from "@parley/base";
import type { Feed } from "@parley/observe/feed";
import type { Hub } from "../api/hub.ts";

export interface HubFeedOptions {
  readonly hub: Pick<Hub, "views">;
  /** Where the token of the feed is kept: `~/.parley`. */
  readonly parleyHome: string;
  /** 17320 unless given; 0 picks a free one. */
  readonly port?: number | undefined;
  readonly log?: Log | undefined;
  /** Ends the opening, not the feed. */
  readonly signal?: AbortSignal | undefined;
}

export type HubFeed = Pick<Feed, "address" | "role" | "close"> & AsyncDisposable;

/** Serves the port, or joins whoever does. Rejects if something else has it: the hub goes on without a feed. */
export async function openHubFeed({ hub, parleyHome, port, log, signal }: HubFeedOptions): Promise<HubFeed> {
  const { openFeed } = await import("@parley/observe/feed");
  const feed = await openFeed({ home: parleyHome, port, log, signal });
  const sessions = hub.views.watchAll();
  feed.publish(sessions);
  const close = async (): Promise<void> => {
    sessions[Symbol.dispose]();
    await feed.close();
  };
  return {
    get address() {
      return feed.address;
    },
    get role() {
      return feed.role;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
