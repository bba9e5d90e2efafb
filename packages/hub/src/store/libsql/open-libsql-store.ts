// Opens the embedded store.
import type { HubStore } from "../store.ts";

export interface LibsqlOptions {
  /** `:memory:` for one that is gone with the process. */
  readonly path: string;
}

export function openLibsqlStore(_options: LibsqlOptions): Promise<HubStore> {
  throw new Error("not there yet");
}
