// Maps keys to edits: the Emacs keys of readline, as in shells, and the keyboard's own editing keys.
import type { Key } from "../keys/key.ts";
import * as edits from "./edits.ts";
import type { Change } from "./edits.ts";

const CTRL: Readonly<Record<string, Change>> = {
  a: edits.toLineStart,
  b: edits.left,
  d: edits.deleteForward,
  e: edits.toLineEnd,
  f: edits.right,
  k: edits.killToLineEnd,
  u: edits.killToLineStart,
  w: edits.killWordBack,
  y: edits.yank,
  _: edits.undo,
  "-": edits.undo,
};

const ALT: Readonly<Record<string, Change>> = {
  b: edits.toWordStart,
  d: edits.killWordForward,
  f: edits.toWordEnd,
  y: edits.yankBefore,
  "<": edits.toStart,
  ">": edits.toEnd,
};

/** Undefined for keys that do not edit the text. */
export function changeOf(key: Key): Change | undefined {
  switch (key.type) {
    case "text":
      return edits.insert(key.text, "typing");
    case "paste":
      return edits.insert(key.text);
    case "chord":
      if (key.ctrl && !key.alt) return key.text === "j" ? edits.insert("\n") : CTRL[key.text];
      return key.alt && !key.ctrl ? ALT[key.text] : undefined;
    case "key":
      return changeOfNamed(key);
  }
}

function changeOfNamed({ name, ctrl, alt, shift }: Extract<Key, { type: "key" }>): Change | undefined {
  const isWord = ctrl || alt;
  switch (name) {
    case "backspace":
      return isWord ? edits.killSmallWordBack : edits.deleteBack;
    case "delete":
      return isWord ? edits.killWordForward : edits.deleteForward;
    case "left":
      return isWord ? edits.toWordStart : edits.left;
    case "right":
      return isWord ? edits.toWordEnd : edits.right;
    case "home":
      return ctrl ? edits.toStart : edits.toLineStart;
    case "end":
      return ctrl ? edits.toEnd : edits.toLineEnd;
    case "enter":
      return alt || shift || ctrl ? edits.insert("\n") : undefined;
    case "tab":
    case "escape":
    case "up":
    case "down":
    case "page_up":
    case "page_down":
    case "insert":
      return undefined;
  }
}
