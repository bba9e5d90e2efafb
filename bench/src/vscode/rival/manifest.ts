// The rivals as VS Code sees them: one extension with two chats, each in a place of its own.

export const RIVAL_ID = "bench.chat-rival";
const [publisher, name] = RIVAL_ID.split(".");

export type RivalName = "plain" | "gathering";

/** By their icons. `gathering`: its view gives React what came since the last frame, in one go. */
export const RIVALS: Readonly<Record<RivalName, string>> = { plain: "Plain rival", gathering: "Gathering rival" };

export const MANIFEST = {
  name,
  publisher,
  displayName: "Rivals",
  version: "1.0.0",
  engines: { vscode: "^1.104.0" },
  extensionKind: ["workspace"],
  main: "./extension.js",
  contributes: {
    viewsContainers: {
      activitybar: Object.entries(RIVALS).map(([id, title]) => ({ id: `rival-${id}`, title, icon: "icon.svg" })),
    },
    views: Object.fromEntries(
      Object.entries(RIVALS).map(([id, title]) => [
        `rival-${id}`,
        [{ id: toViewId(id), name: title, type: "webview" }],
      ]),
    ),
  },
};

export function toViewId(rival: string): string {
  return `rival.${rival}`;
}

export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><circle cx="12" cy="12" r="9" fill="none" stroke="#888"/></svg>';
