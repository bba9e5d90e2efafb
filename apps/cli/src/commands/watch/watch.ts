// `parley watch`: the feed in a terminal, as lines, or once for a script.
import { isLoopbackHost } from "@parley/base";
import { FEED_HOST, FEED_PORT, formatFeedAddress, parseFeedAddress, readToken } from "@parley/observe/feed";
import type { Run } from "../../command.ts";
import { isDumbTerminal } from "../../terminal/detect-terminal.ts";
import type { watchUsage } from "../../usage/watch.ts";
import { follow } from "./follow.ts";
import { watchLive } from "./live.ts";
import { showOnce } from "./once.ts";
import { toMatcher, type WatchTarget } from "./target.ts";

export const run: Run<typeof watchUsage> = async ({ flags, positionals }, context) => {
  const [given] = positionals;
  const address = given === undefined ? { host: FEED_HOST, port: FEED_PORT } : parseFeedAddress(given);
  const { session, sort = "heat" } = flags;
  // The token of this home is proved to feeds of this machine only.
  const ownToken = isLoopbackHost(address.host) ? () => readToken(context.home) : undefined;
  const token = flags.token ?? ownToken;
  const target: WatchTarget = {
    address,
    name: formatFeedAddress(address),
    token,
    matches: toMatcher(session),
    session,
  };
  if (flags.once) return await showOnce(target, { ...context, isJson: flags.json, sort });
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY && typeof process.stdin.setRawMode === "function";
  if (flags.json || !isTerminal || isDumbTerminal(process.env))
    return await follow(target, { ...context, isJson: flags.json });
  return await watchLive(target, { ...context, sort });
};
