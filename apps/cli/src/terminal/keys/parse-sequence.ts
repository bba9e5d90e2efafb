// Parses the escape sequences of keys: xterm with modifiers, CSI-u, and the Linux console.
import { NO_MODIFIERS, type Key, type KeyName, type Modifiers, type Report } from "./key.ts";

const BY_LETTER: Readonly<Record<string, KeyName>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  F: "end",
  H: "home",
};

const BY_NUMBER: Readonly<Record<string, KeyName>> = {
  1: "home",
  2: "insert",
  3: "delete",
  4: "end",
  5: "page_up",
  6: "page_down",
  7: "home",
  8: "end",
};

const BY_CODE: Readonly<Record<number, KeyName>> = {
  8: "backspace",
  9: "tab",
  13: "enter",
  27: "escape",
  127: "backspace",
  57414: "enter",
};

/** `body` is what follows ESC [ or ESC O. Undefined for an unknown key. */
export function parseSequence(body: string): Key | undefined {
  if (body === "Z") return named("tab", { ...NO_MODIFIERS, shift: true });
  const match = /^([\d;:]*)([A-Za-z~^$])$/.exec(body);
  if (match === null) return undefined;
  const [first = "", second = "", third = ""] = (match[1] ?? "").split(";");
  const final = match[2] ?? "";
  if (final === "u") return fromCode(Number(first.split(":")[0]), toModifiers(second));
  if (final === "~" && first === "27") return fromCode(Number(third), toModifiers(second));
  if (final === "~") return named(BY_NUMBER[first], toModifiers(second));
  return named(BY_LETTER[final], toModifiers(second));
}

/** `body` is what follows ESC [. Undefined if it is not a report. */
export function parseReport(body: string): Report | undefined {
  if (body === "I" || body === "O") return { type: "focus", isFocused: body === "I" };
  const attributes = /^\?([\d;]+)c$/.exec(body)?.[1];
  if (attributes !== undefined) return { type: "attributes", hasSixel: attributes.split(";").slice(1).includes("4") };
  const [, height, width] = /^6;(\d{1,4});(\d{1,4})t$/.exec(body) ?? [];
  if (height === undefined || width === undefined) return undefined;
  return { type: "cell", width: Number(width), height: Number(height) };
}

function named(name: KeyName | undefined, modifiers: Modifiers): Key | undefined {
  return name === undefined ? undefined : { type: "key", name, ...modifiers };
}

function fromCode(code: number, modifiers: Modifiers): Key | undefined {
  const name = BY_CODE[code];
  if (name !== undefined) return { type: "key", name, ...modifiers };
  // Codes in Unicode's private use area are keys without a character.
  if (!Number.isInteger(code) || code < 32 || code > 0x10_ffff || (code >= 57344 && code <= 63743)) return undefined;
  const text = String.fromCodePoint(code);
  if (modifiers.ctrl || modifiers.alt) return { type: "chord", text: text.toLowerCase(), ...modifiers };
  return { type: "text", text: modifiers.shift ? text.toUpperCase() : text };
}

/** The code is 1 plus 1 for Shift, 2 for Alt and 4 for Ctrl; press or release follows a colon. */
function toModifiers(field: string): Modifiers {
  const bits = Math.max(0, Number(field.split(":")[0] || "1") - 1);
  return { shift: (bits & 1) !== 0, alt: (bits & 2) !== 0, ctrl: (bits & 4) !== 0 };
}
