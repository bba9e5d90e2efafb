// Server keys, which have fewer rights than the server's token.
import type { ServerKey } from "@parley/base";

/** The keys that the user has configured in this home. */
export interface ServerKeysFile {
  /** Null if it cannot be read now. The same list as long as the file is unchanged. */
  read(): Promise<readonly ServerKey[] | null>;
  change(change: (keys: readonly ServerKey[]) => readonly ServerKey[]): Promise<void>;
}

export interface HubKeys {
  /** The valid keys, at most one of each name. */
  readonly all: readonly ServerKey[];
  /** False while one of them may have been revoked at another server without this one knowing. */
  readonly isCurrent: boolean;
  onChange(listener: () => void): () => void;
}
