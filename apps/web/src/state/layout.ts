// How the person arranged the page.
import { PANE_PX_MAX, PANE_PX_MIN } from "../limits.ts";
import { StoredValue } from "./stored-value.ts";

const PANE_PX = 430;
/** Below this width the conversation would have no room beside tabs. */
const ROOM_FOR_PANE_PX = 1_000;

export const paneWidth = new StoredValue<number>({
  key: "pane-width",
  initial: PANE_PX,
  parse: (stored) => (typeof stored === "number" ? clampPane(stored) : undefined),
});

export const isPaneOpen = new StoredValue<boolean>({
  key: "pane-open",
  initial: innerWidth >= ROOM_FOR_PANE_PX,
  parse: (stored) => (typeof stored === "boolean" ? stored : undefined),
});

/** The tab that was in front last. */
export const frontTab = new StoredValue<string>({
  key: "tab",
  initial: "changes",
  parse: (stored) => (typeof stored === "string" ? stored : undefined),
});

/** Tabs that the person closed, by their ids. */
export const closedTabs = new StoredValue<readonly string[]>({
  key: "closed-tabs",
  initial: [],
  parse: (stored) => (Array.isArray(stored) && stored.every((id) => typeof id === "string") ? stored : undefined),
});

/** Brings a tab to the front, also one that was closed. */
export function openTab(id: string): void {
  frontTab.set(id);
  if (closedTabs.value.includes(id)) closedTabs.set(closedTabs.value.filter((each) => each !== id));
}

export function clampPane(px: number): number {
  return Math.round(Math.min(PANE_PX_MAX, Math.max(PANE_PX_MIN, px)));
}
