// What the host of the rivals and their views say to each other.
import type { SessionUpdate } from "@agentclientprotocol/sdk";

export interface ToHost {
  readonly type: "prompt";
  readonly text: string;
}

export type ToView =
  | { readonly type: "prompt"; readonly text: string }
  | { readonly type: "update"; readonly update: SessionUpdate };
