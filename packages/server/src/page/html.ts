// The parts that our pages share.

/** The mark in the corner and in the tab: two voices. */
export const MARK = `<svg viewBox="0 0 32 32" aria-hidden="true"><path class="a" d="M4 5h17a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H11l-5 5v-5H4a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3z"/><path class="b" d="M27 12h1a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3h-1v4l-4.5-4H15a3 3 0 0 1-3-3h9a6 6 0 0 0 6-6z"/></svg>`;

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0f766e" d="M4 5h17a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H11l-5 5v-5H4a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3z"/><path fill="#d97706" d="M27 12h1a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3h-1v4l-4.5-4H15a3 3 0 0 1-3-3h9a6 6 0 0 0 6-6z"/></svg>`;

export function renderHead(style: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    "<title>Parley</title>",
    `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">`,
    style,
    "</head>",
  ].join("\n");
}
