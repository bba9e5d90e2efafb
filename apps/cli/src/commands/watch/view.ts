// How a person looks at the feed: which session, in which order, what of it. Keys change it, nothing else does.
import type { PicturedSession } from "@parley/observe";
import { isCtrl, isKey, type Key } from "../../terminal/keys/key.ts";

const SORTS = ["heat", "path", "recent"] as const;
export type Sort = (typeof SORTS)[number];

export interface WatchView {
  /** The key of a session; undefined shows the first, `all` shows every one. */
  readonly selected: string | undefined;
  readonly sort: Sort;
  readonly filter: string;
  /** Keys go to the filter. */
  readonly isTyping: boolean;
  readonly isHelp: boolean;
  readonly isFrozen: boolean;
  /** How many files are above the first that is shown. */
  readonly offset: number;
}

export const ALL = "all";
const FILTER_CHARS_MAX = 200;
const PAGE = 10;

export function createView(sort: Sort = "heat"): WatchView {
  return { selected: undefined, sort, filter: "", isTyping: false, isHelp: false, isFrozen: false, offset: 0 };
}

/** The session that is shown. */
export function selectedOf(
  { selected }: WatchView,
  sessions: readonly PicturedSession[],
): PicturedSession | typeof ALL | undefined {
  if (selected === ALL && sessions.length > 1) return ALL;
  return sessions.find(({ key }) => key === selected) ?? sessions[0];
}

/** What is to be seen after a key, or that it is enough. */
export function afterKey(view: WatchView, key: Key, sessions: readonly PicturedSession[]): WatchView | "leave" {
  if (isCtrl(key, "c") || isCtrl(key, "d")) return "leave";
  if (view.isTyping) return afterTyped(view, key);
  if (view.isHelp) return { ...view, isHelp: false };
  if (key.type === "key") return afterNamedKey(view, key, sessions);
  return key.type === "text" ? afterLetters(view, key.text, sessions) : view;
}

function afterTyped(view: WatchView, key: Key): WatchView {
  const { filter } = view;
  if (key.type === "text" || key.type === "paste") {
    const typed = (filter + key.text.replaceAll("\n", "")).slice(0, FILTER_CHARS_MAX);
    return { ...view, filter: typed, offset: 0 };
  }
  if (isKey(key, "backspace")) return { ...view, filter: Array.from(filter).slice(0, -1).join(""), offset: 0 };
  if (isCtrl(key, "u")) return { ...view, filter: "", offset: 0 };
  if (isKey(key, "enter")) return { ...view, isTyping: false };
  if (isKey(key, "escape")) return { ...view, isTyping: false, filter: "", offset: 0 };
  return view;
}

function afterNamedKey(
  view: WatchView,
  key: Extract<Key, { type: "key" }>,
  sessions: readonly PicturedSession[],
): WatchView | "leave" {
  switch (key.name) {
    case "tab":
      return step(view, sessions, key.shift ? -1 : 1);
    case "right":
      return step(view, sessions, 1);
    case "left":
      return step(view, sessions, -1);
    case "down":
      return scroll(view, 1);
    case "up":
      return scroll(view, -1);
    case "page_down":
      return scroll(view, PAGE);
    case "page_up":
      return scroll(view, -PAGE);
    case "home":
      return { ...view, offset: 0 };
    case "escape":
      return view.filter === "" ? view : { ...view, filter: "", offset: 0 };
    case "enter":
    case "backspace":
    case "delete":
    case "insert":
    case "end":
      return view;
  }
}

/** Several may come at once, from a fast typist or a slow line. */
function afterLetters(view: WatchView, text: string, sessions: readonly PicturedSession[]): WatchView | "leave" {
  let next: WatchView = view;
  for (const letter of text) {
    if (next.isTyping) {
      next = afterTyped(next, { type: "text", text: letter });
      continue;
    }
    if (letter === "q") return "leave";
    next = afterLetter(next, letter, sessions);
  }
  return next;
}

function afterLetter(view: WatchView, letter: string, sessions: readonly PicturedSession[]): WatchView {
  if (letter >= "1" && letter <= "9") return select(view, sessions[Number(letter) - 1]?.key ?? view.selected);
  switch (letter) {
    case "0":
    case "a":
      return select(view, ALL);
    case "s":
      return { ...view, sort: SORTS[(SORTS.indexOf(view.sort) + 1) % SORTS.length] ?? "heat", offset: 0 };
    case "/":
      return { ...view, isTyping: true };
    case "f":
    case " ":
      return { ...view, isFrozen: !view.isFrozen };
    case "n":
      return step(view, sessions, 1);
    case "p":
      return step(view, sessions, -1);
    case "j":
      return scroll(view, 1);
    case "k":
      return scroll(view, -1);
    case "?":
    case "h":
      return { ...view, isHelp: true };
    default:
      return view;
  }
}

function step(view: WatchView, sessions: readonly PicturedSession[], by: number): WatchView {
  if (sessions.length === 0) return view;
  const shown = selectedOf(view, sessions);
  const at = shown === ALL ? -1 : sessions.findIndex(({ key }) => key === shown?.key);
  const next = shown === ALL && by < 0 ? sessions.length - 1 : (at + by + sessions.length) % sessions.length;
  return select(view, sessions[next]?.key);
}

function select(view: WatchView, selected: string | undefined): WatchView {
  return { ...view, selected, offset: 0 };
}

function scroll(view: WatchView, by: number): WatchView {
  return { ...view, offset: Math.max(0, view.offset + by) };
}
