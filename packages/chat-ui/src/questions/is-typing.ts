// Whether a key belongs to a field that a person types in, or to a shortcut of the browser.
import type { KeyboardEvent } from "react";

export function isTyping({ target, ctrlKey, metaKey, altKey, repeat, nativeEvent }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || repeat || nativeEvent.isComposing) return true;
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}
