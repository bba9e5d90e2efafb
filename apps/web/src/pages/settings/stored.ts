// What the page keeps in the browser's storage, in words.

const PREFIX = "parley.";

/** By the name of what is stored; a draft has the id of its session behind it. */
const WORDS: Readonly<Record<string, string>> = {
  agent: "the agent you chose last",
  "closed-tabs": "which tabs are closed",
  draft: "unsent messages",
  guide: "how far you are in the guide",
  notify: "whether notifications were offered",
  "pane-open": "whether the tabs are shown",
  "pane-width": "the width of the tabs",
  read: "what you have read",
  tab: "the tab in front",
  theme: "the theme",
};

/** Each kind once, in order. */
export function listStored(): readonly string[] {
  const kinds = keys().map((key) => key.slice(PREFIX.length).split(".", 1)[0] ?? "");
  return [...new Set(kinds)].map((kind) => WORDS[kind] ?? kind).toSorted();
}

/** The page starts over, because its parts hold what they read before. */
export function forgetStored(): void {
  for (const key of keys()) localStorage.removeItem(key);
  location.reload();
}

function keys(): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    // The browser allows no storage here.
    return [];
  }
}
