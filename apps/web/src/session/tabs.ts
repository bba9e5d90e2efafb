// The tabs beside a conversation, in their order. Each is loaded when it is first opened.
import type { SessionView } from "@parley/chat-model";
import type { ComponentType } from "react";

export interface TabProps {
  readonly sessionId: string;
  readonly view: SessionView;
}

export interface Tab {
  /** In the address, and what is remembered. */
  readonly id: string;
  readonly title: string;
  readonly load: () => Promise<ComponentType<TabProps>>;
}

export const TABS: readonly Tab[] = [
  { id: "changes", title: "Changes", load: async () => (await import("./ChangesTab.tsx")).ChangesTab },
  { id: "map", title: "Map", load: async () => (await import("./MapTab.tsx")).MapTab },
  { id: "timeline", title: "Timeline", load: async () => (await import("./TimelineTab.tsx")).TimelineTab },
  { id: "traffic", title: "Traffic", load: async () => (await import("./TrafficTab.tsx")).TrafficTab },
  { id: "details", title: "Details", load: async () => (await import("./DetailsTab.tsx")).DetailsTab },
];
