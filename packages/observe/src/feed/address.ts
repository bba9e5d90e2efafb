// Parses the address of a feed.
import { ParleyError } from "@parley/base";
import { FEED_HOST, FEED_PORT } from "../limits.ts";

export interface FeedAddress {
  readonly host: string;
  readonly port: number;
}

/** `HOST:PORT`, `:PORT`, `PORT`, `HOST` or `[::1]:PORT`; missing parts have their defaults. */
export function parseFeedAddress(text: string): FeedAddress {
  const match = /^(?:\[([^\]]+)\]|([^:\s]*))(?::(\d+))?$/.exec(text.trim());
  const [, bracketed, plain = "", digits] = match ?? [];
  const isPort = bracketed === undefined && digits === undefined && /^\d+$/.test(plain);
  const port = isPort ? Number(plain) : digits === undefined ? FEED_PORT : Number(digits);
  if (match === null || port < 1 || port > 65_535) {
    const remedy = { label: `Write HOST:PORT, such as ${FEED_HOST}:${FEED_PORT}` };
    throw new ParleyError({ code: "usage", message: `${text} is not a feed address`, remedy });
  }
  return { host: bracketed ?? (isPort || plain === "" ? FEED_HOST : plain), port };
}

export function formatFeedAddress({ host, port }: FeedAddress): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}
