// What the routes of the native API share.
import type { DialectOptions } from "../../http/dialect.ts";
import type { OpenStreams } from "./stream/open-streams.ts";

export interface Native extends Omit<DialectOptions, "openEventStream" | "draining"> {
  readonly streams: OpenStreams;
}
