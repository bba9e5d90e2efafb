// The live feed: one port on this machine that shows all watched agents (Node only).
export { formatFeedAddress, parseFeedAddress, type FeedAddress } from "./feed/address.ts";
export {
  connectToFeed,
  type FeedReader,
  type FeedReaderOptions,
  type FeedReaderState,
  type FeedToken,
} from "./feed/connect-to-feed.ts";
export { FEED_HOST, FEED_PORT, type FeedLimits } from "./limits.ts";
export { openFeed, type Feed, type FeedOptions } from "./feed/open-feed.ts";
export { readToken, tokenPath } from "./feed/token.ts";
