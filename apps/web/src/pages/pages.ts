// The pages beside the sessions, in the order of the menu. Each is loaded when it is first opened.
import type { ComponentType } from "react";

export interface PageEntry {
  /** In the address: `#/agents`. */
  readonly path: string;
  readonly title: string;
  readonly load: () => Promise<ComponentType>;
}

export const PAGES: readonly PageEntry[] = [
  { path: "/agents", title: "Agents", load: async () => (await import("./agents/AgentsPage.tsx")).AgentsPage },
  {
    path: "/activity",
    title: "Activity",
    load: async () => (await import("./activity/ActivityPage.tsx")).ActivityPage,
  },
  { path: "/usage", title: "Usage", load: async () => (await import("./usage/UsagePage.tsx")).UsagePage },
  { path: "/rules", title: "Rules", load: async () => (await import("./rules/RulesPage.tsx")).RulesPage },
  { path: "/recipes", title: "Recipes", load: async () => (await import("./recipes/RecipesPage.tsx")).RecipesPage },
  {
    path: "/recording",
    title: "Recording",
    load: async () => (await import("./recording/RecordingPage.tsx")).RecordingPage,
  },
  {
    path: "/settings",
    title: "Settings",
    load: async () => (await import("./settings/SettingsPage.tsx")).SettingsPage,
  },
  { path: "/connect", title: "Connect", load: async () => (await import("./connect/ConnectPage.tsx")).ConnectPage },
  { path: "/guide", title: "Guide", load: async () => (await import("./guide/GuidePage.tsx")).GuidePage },
];
