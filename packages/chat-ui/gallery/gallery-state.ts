// What a component looks like in one state. Each folder of components has a file of states, which is one line in states.ts.
import type { SessionView } from "@parley/chat-model";
import type { ReactNode } from "react";
import type { ChatPort } from "../src/index.ts";

export interface GalleryState {
  /** In the address: `#/conversation/tool-rows`. */
  readonly id: string;
  readonly title: string;
  /** Called once when the state is opened; what it returns is rendered until another one is. */
  readonly open: (place: GalleryPlace) => ReactNode;
}

interface GalleryPlace {
  /** Does nothing, and shows in the log what it was called with. */
  readonly port: ChatPort;
  /** Shows a call in the log, for callbacks that are not of the port. */
  readonly log: (name: string, ...given: readonly unknown[]) => void;
  /** A recorded session, as far as it is asked for. */
  readonly session: (name: RecordingName, options?: ReplayOptions) => SessionView;
}

export type RecordingName = "shop" | "tour" | "trouble";

export interface ReplayOptions {
  /** Only the events until this one. */
  readonly until?: number | undefined;
}

export interface GalleryGroup {
  readonly id: string;
  readonly title: string;
  readonly states: readonly GalleryState[];
}
