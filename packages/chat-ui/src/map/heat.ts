// The heat of a file at a moment, as one of a few levels: a tile is painted again only when its level changes.
import { READ, UNASKED, WRITE, type FileStates, type TouchKind } from "../recording/file-states.ts";
import { HEAT_HALF_MS } from "../watch-limits.ts";

const HEAT_LEVELS = 14;
/** Levels of reads, then of writes, then of unapproved writes; 0 is a file that was not touched. */
export const COLD = 0;
/** What was touched once keeps a trace of it. */
const LEAST_LEVEL = 2;
/** A read later than a write shows only when the write has cooled this much below it. */
const WRITE_BONUS = 2;

function warmth(atMs: number, nowMs: number): number {
  return atMs < 0 ? 0 : 2 ** (-Math.max(0, nowMs - atMs) / HEAT_HALF_MS);
}

/** The kind and its level as one small number. */
export function heatOf(states: FileStates, file: number, nowMs: number): number {
  if (states.isUntouched(file)) return COLD;
  const [read, write] = [levelOf(states.lastRead[file], nowMs), levelOf(states.lastWrite[file], nowMs)];
  if (states.isUnasked(file)) return toHeat(UNASKED, write);
  return write > 0 && write + WRITE_BONUS >= read ? toHeat(WRITE, write) : toHeat(READ, read);
}

export function kindOfHeat(heat: number): TouchKind {
  return Math.floor((heat - 1) / HEAT_LEVELS) as TouchKind;
}

/** 0 to 1. */
export function strengthOfHeat(heat: number): number {
  return heat === COLD ? 0 : (((heat - 1) % HEAT_LEVELS) + 1) / HEAT_LEVELS;
}

/** The number of different heats, the cold one included. */
export const HEATS: number = 3 * HEAT_LEVELS + 1;

function toHeat(kind: TouchKind, level: number): number {
  return kind * HEAT_LEVELS + level;
}

function levelOf(atMs = -1, nowMs: number): number {
  if (atMs < 0) return 0;
  return Math.max(LEAST_LEVEL, Math.round(warmth(atMs, nowMs) * HEAT_LEVELS));
}
