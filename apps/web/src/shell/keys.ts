// The keys of the page, as its help shows them. Parts of the page listen to their own; the frame to those of the first group.

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);
export const PALETTE_KEY = IS_MAC ? "⌘K" : "Ctrl K";

export interface KeyGroup {
  readonly title: string;
  readonly keys: readonly { readonly keys: readonly string[]; readonly what: string }[];
}

export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: "Everywhere",
    keys: [
      { keys: [PALETTE_KEY], what: "Command palette" },
      { keys: ["F6", "Shift F6"], what: "Next or previous region" },
      { keys: ["N"], what: "New session" },
      { keys: ["/"], what: "Search sessions" },
      { keys: ["C"], what: "Write a message" },
      { keys: ["["], what: "Show or hide the tabs" },
      { keys: ["?"], what: "Show these keys" },
    ],
  },
  {
    title: "Lists",
    keys: [
      { keys: ["J", "↓"], what: "Next entry" },
      { keys: ["K", "↑"], what: "Previous entry" },
      { keys: ["Enter"], what: "Open" },
    ],
  },
  {
    title: "Message",
    keys: [
      { keys: ["Enter"], what: "Send" },
      { keys: ["Shift Enter"], what: "New line" },
      { keys: ["↑"], what: "Previous message" },
      { keys: ["@"], what: "Add a file, a folder, a symbol or a session" },
      { keys: ["/"], what: "Commands of the agent" },
      { keys: ["Esc"], what: "Stop the turn" },
    ],
  },
  {
    title: "Focused question",
    keys: [
      { keys: ["Y"], what: "Allow once" },
      { keys: ["A"], what: "Allow from now on" },
      { keys: ["N"], what: "Reject" },
      { keys: ["D"], what: "Reject from now on" },
    ],
  },
  {
    title: "Focused file or hunk in Changes",
    keys: [
      { keys: ["J", "K"], what: "Next or previous file or hunk" },
      { keys: ["Y"], what: "Keep" },
      { keys: ["U"], what: "Undo" },
      { keys: ["R"], what: "Redo" },
    ],
  },
  {
    title: "Tabs",
    keys: [
      { keys: ["←", "→"], what: "Previous or next tab" },
      { keys: ["Delete"], what: "Close the tab (reopen it with +)" },
    ],
  },
  {
    title: "Map",
    keys: [
      { keys: ["←", "→", "↑", "↓"], what: "Select a file" },
      { keys: ["Enter"], what: "History of the file" },
      { keys: ["+", "−"], what: "Zoom into its folder, and out" },
    ],
  },
];
