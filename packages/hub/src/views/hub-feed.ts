// Publishes every watched session of the hub in the feed of this machine.
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
  /** Aborts opening the feed; it does not close an open one. */
  readonly signal?: AbortSignal | undefined;
}

export type HubFeed = Pick<Feed, "address" | "role" | "close"> & AsyncDisposable;

/** Serves the port, or joins the process that does. Rejects if another program has it; the hub then works without a feed. */
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
