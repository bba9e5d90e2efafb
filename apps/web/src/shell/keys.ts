// The keys of the page. The help shows them; the frame listens to those that are not of one part alone.

export const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);
export const PALETTE_KEY = IS_MAC ? "⌘K" : "Ctrl K";
