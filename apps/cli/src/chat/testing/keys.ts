// Keys for tests, written as a person would say them: `"hello", "ctrl-a", "enter"`.
import type { Key, KeyName } from "../../terminal/keys/key.ts";

const NAMES: ReadonlySet<string> = new Set<KeyName>([
  "enter",
  "tab",
  "backspace",
  "delete",
  "escape",
  "up",
  "down",
  "left",
  "right",
  "home",
  "end",
  "page_up",
  "page_down",
]);

export function toKey(said: string): Key {
  const match = /^((?:(?:ctrl|alt|shift)-)*)(.+)$/s.exec(said);
  const [, held = "", what = said] = match ?? [];
  const modifiers = { ctrl: held.includes("ctrl-"), alt: held.includes("alt-"), shift: held.includes("shift-") };
  if (NAMES.has(what)) return { type: "key", name: what as KeyName, ...modifiers };
  if (held !== "") return { type: "chord", text: what, ...modifiers };
  return { type: "text", text: said };
}
