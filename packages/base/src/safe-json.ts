// JSON that is safe to show: characters that control a terminal, or reorder or hide text, are escaped. The value is
// unchanged.

/**
 * DEL and the C1 controls, line separators, direction marks, zero-width characters, and the halves of tags and of
 * variation selectors beyond the first 16. JSON itself escapes C0.
 */
const UNSHOWN =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\uddef]/g;

/** `json` is what `JSON.stringify` made: outside of strings it has no such characters. */
export function toShownJson(json: string): string {
  return json.replaceAll(UNSHOWN, (found) =>
    Array.from({ length: found.length }, (_, at) => escapeAt(found, at)).join(""),
  );
}

function escapeAt(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`;
}
