// Keyboard input: a key with its modifiers, text, or a paste.

export type KeyName =
  | "enter"
  | "tab"
  | "backspace"
  | "delete"
  | "escape"
  | "up"
  | "down"
  | "left"
  | "right"
  | "home"
  | "end"
  | "page_up"
  | "page_down"
  | "insert";

export interface Modifiers {
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

export type Key =
  | ({ readonly type: "key"; readonly name: KeyName } & Modifiers)
  /** A character typed with Ctrl or Alt, in lower case: `c` for Ctrl-C. */
  | ({ readonly type: "chord"; readonly text: string } & Modifiers)
  /** Typed text: one character, or several that arrived together. */
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "paste"; readonly text: string };

/** Reports of the terminal about itself, between the keys. */
export type Report =
  | { readonly type: "focus"; readonly isFocused: boolean }
  /** Whether it draws sixel pictures. */
  | { readonly type: "attributes"; readonly hasSixel: boolean }
  /** The size of a character in pixels. */
  | { readonly type: "cell"; readonly width: number; readonly height: number };

export function isReport(input: Key | Report): input is Report {
  return input.type === "focus" || input.type === "attributes" || input.type === "cell";
}

export const NO_MODIFIERS: Modifiers = { ctrl: false, alt: false, shift: false };

export function isKey(key: Key, name: KeyName, modifiers: Partial<Modifiers> = {}): boolean {
  const { ctrl = false, alt = false, shift = false } = modifiers;
  return key.type === "key" && key.name === name && key.ctrl === ctrl && key.alt === alt && key.shift === shift;
}

export function isCtrl(key: Key, letter: string): boolean {
  return key.type === "chord" && key.ctrl && !key.alt && key.text === letter;
}
