// JSON that is safe to show: characters that control a terminal, or reorder or hide text, are escaped. The value is
// unchanged.

/** DEL and the C1 controls, line separators, direction marks, and zero-width characters. JSON itself escapes C0. */
const UNSHOWN = /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** `json` is what `JSON.stringify` made: outside of strings it has no such characters. */
export function toShownJson(json: string): string {
  return json.replaceAll(UNSHOWN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
