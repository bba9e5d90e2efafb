// Every limit of watching, with its name.

/** Without a terminal, a feed that has not appeared this long is missing. One that was there and went away is waited for. */
export const FEED_WAIT_MS = 5_000;
