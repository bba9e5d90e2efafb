// The user's view of the feed: the session, the order and the filter. Only keys change it.
import type { MirroredSession } from "@parley/observe";
import { isCtrl, isKey, type Key } from "../../terminal/keys/key.ts";
import { FILTER_CHARS_MAX } from "../../limits.ts";

const SORTS = ["heat", "path", "recent"] as const;
export type Sort = (typeof SORTS)[number];

export interface WatchView {
  /** The key of the selected session; undefined follows the active one, `all` lists every session. */
  readonly selected: string | undefined;
  /** The key of the session that is followed. */
  readonly followed: string | undefined;
  /** In the list of all sessions, the position of the one that Enter opens. */
  readonly cursor: number;
  readonly sort: Sort;
  readonly filter: string;
  /** Whether keys go to the filter. */
  readonly isTyping: boolean;
  readonly isHelp: boolean;
  readonly isFrozen: boolean;
  /** The number of files scrolled off the top. */
  readonly offset: number;
}

export const ALL = "all";
const PAGE = 10;

export function createView(sort: Sort = "heat"): WatchView {
  const place = { selected: undefined, followed: undefined, cursor: 0, offset: 0 };
  return { ...place, sort, filter: "", isTyping: false, isHelp: false, isFrozen: false };
}

/** The session that is shown. */
export function selectedOf(
  { selected, followed }: WatchView,
  sessions: readonly MirroredSession[],
): MirroredSession | typeof ALL | undefined {
  if (selected === ALL && sessions.length > 1) return ALL;
  return sessions.find(({ key }) => key === selected) ?? sessions.find(({ key }) => key === followed) ?? sessions[0];
}

/** Stays with a session while it runs, then moves to one that is running, or to the newest if none is. */
export function follow(view: WatchView, sessions: readonly MirroredSession[]): WatchView {
  const current = sessions.find(({ key }) => key === view.followed);
  if (current !== undefined && isActive(current)) return view;
  const next = sessions.findLast(isActive) ?? current ?? sessions.findLast(({ isOver }) => !isOver) ?? sessions.at(-1);
  if (next === undefined || next.key === view.followed) return view;
  const isShown = view.selected === undefined;
  return { ...view, followed: next.key, offset: isShown ? 0 : view.offset };
}

function isActive({ isRunning, isOver }: MirroredSession): boolean {
  return isRunning && !isOver;
}

/** The view after a key, or `leave` if the key quits. */
export function afterKey(view: WatchView, key: Key, sessions: readonly MirroredSession[]): WatchView | "leave" {
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
  sessions: readonly MirroredSession[],
): WatchView | "leave" {
  switch (key.name) {
    case "tab":
      return step(view, sessions, key.shift ? -1 : 1);
    case "right":
      return step(view, sessions, 1);
    case "left":
      return step(view, sessions, -1);
    case "down":
      return scroll(view, sessions, 1);
    case "up":
      return scroll(view, sessions, -1);
    case "page_down":
      return scroll(view, sessions, PAGE);
    case "page_up":
      return scroll(view, sessions, -PAGE);
    case "home":
      return scroll(view, sessions, Number.NEGATIVE_INFINITY);
    case "end":
      return view.selected === ALL ? scroll(view, sessions, sessions.length) : view;
    case "enter":
      return view.selected === ALL ? select(view, sessions[view.cursor]?.key ?? ALL) : view;
    case "escape":
      return view.filter === "" ? select(view, undefined) : { ...view, filter: "", offset: 0 };
    case "backspace":
    case "delete":
    case "insert":
      return view;
  }
}

/** Several keys may arrive at once, from a fast typist or over a slow connection. */
function afterLetters(view: WatchView, text: string, sessions: readonly MirroredSession[]): WatchView | "leave" {
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

function afterLetter(view: WatchView, letter: string, sessions: readonly MirroredSession[]): WatchView {
  if (letter >= "1" && letter <= "9") return select(view, sessions[Number(letter) - 1]?.key ?? view.selected);
  switch (letter) {
    case "0":
    case "a":
      return openList(view, sessions);
    case "l":
      return select(view, undefined);
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
      return scroll(view, sessions, 1);
    case "k":
      return scroll(view, sessions, -1);
    case "?":
    case "h":
      return { ...view, isHelp: true };
    default:
      return view;
  }
}

function step(view: WatchView, sessions: readonly MirroredSession[], by: number): WatchView {
  if (sessions.length === 0) return view;
  const shown = selectedOf(view, sessions);
  const at = shown === ALL ? -1 : sessions.findIndex(({ key }) => key === shown?.key);
  const next = shown === ALL && by < 0 ? sessions.length - 1 : (at + by + sessions.length) % sessions.length;
  return select(view, sessions[next]?.key);
}

function select(view: WatchView, selected: string | undefined): WatchView {
  return { ...view, selected, offset: 0 };
}

/** Opens the list with the cursor on the session that was shown. */
function openList(view: WatchView, sessions: readonly MirroredSession[]): WatchView {
  const shown = selectedOf(view, sessions);
  const at = shown === ALL ? view.cursor : sessions.findIndex((session) => session === shown);
  return { ...select(view, ALL), cursor: Math.max(0, at) };
}

/** Scrolls the files of a session, or moves the cursor in the list of all sessions. */
function scroll(view: WatchView, sessions: readonly MirroredSession[], by: number): WatchView {
  if (view.selected !== ALL) return { ...view, offset: Math.max(0, view.offset + by) };
  return { ...view, cursor: Math.min(Math.max(0, view.cursor + by), Math.max(0, sessions.length - 1)) };
}
