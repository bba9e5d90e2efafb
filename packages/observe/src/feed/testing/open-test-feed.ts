// A feed on a free port, with a home and a state of its own.
import { createFakeClock, createTempFolder, type FakeClock, type TempFolder } from "@parley/test-support";
import { openFeed, type Feed, type FeedOptions } from "../open-feed.ts";
import { FakeWatchState } from "./fake-watch-state.ts";
import { openRawReader, type RawReader } from "./raw-reader.ts";

export interface TestFeed extends AsyncDisposable {
  readonly feed: Feed;
  readonly state: FakeWatchState;
  readonly home: TempFolder;
  readonly clock: FakeClock;
  connect(): Promise<RawReader>;
}

export async function openTestFeed(options: Partial<FeedOptions> = {}): Promise<TestFeed> {
  const home = await createTempFolder();
  const clock = createFakeClock();
  const feed = await openFeed({ home: home.path, port: 0, clock, ...options });
  const state = new FakeWatchState("goose-1");
  feed.publish(state);
  const readers: RawReader[] = [];
  return {
    feed,
    state,
    home,
    clock,
    async connect() {
      const reader = await openRawReader(feed.address);
      readers.push(reader);
      return reader;
    },
    async [Symbol.asyncDispose]() {
      for (const reader of readers) reader.socket.destroy();
      await feed.close();
      await home[Symbol.asyncDispose]();
    },
  };
}
