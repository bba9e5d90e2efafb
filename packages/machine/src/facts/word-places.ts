// Resolves the words of a command to paths, from its folder.
import type { FileKind } from "@parley/policy";
import { isAbsolute, join, parse, resolve } from "node:path";
import type { Disk } from "./disk.ts";
import { PARENTS_MAX, PATH_CHARS_MAX, PIECES_MAX } from "../limits.ts";
import type { FoundWord } from "./line/found.ts";
import { findKind, resolveFrom } from "./places.ts";

export interface Surroundings {
  readonly disk: Disk;
  /** The folder of the command, if it is known. */
  readonly folder: string | undefined;
  readonly home: string | undefined;
}

export interface Target {
  readonly real: string;
  readonly kind: FileKind;
}

const URL_LIKE = /^[a-z][a-z\d+.-]*:\/\//i;

/** A program is looked up by its name alone, unless it includes a path. */
export async function placeProgram(word: FoundWord, surroundings: Surroundings): Promise<string | undefined> {
  return word.text.includes("/") ? (await placeWord(word, surroundings))?.real : undefined;
}

export interface Placed {
  readonly real: string;
  readonly isFolder: boolean;
}

/** Undefined if neither the path nor a link on the way exists. */
export async function placeWord(word: FoundWord, surroundings: Surroundings): Promise<Placed | undefined> {
  const path = toPath(word, surroundings);
  if (path === undefined) return undefined;
  const whole = await lead(path, surroundings);
  if (whole !== undefined) return whole;
  const pieces = await Promise.all(toPieces(path).map((piece) => lead(piece, surroundings)));
  // The part that leads elsewhere than its text says takes precedence.
  return pieces.find((piece) => piece?.isElsewhere === true) ?? pieces.find((piece) => piece !== undefined);
}

/** The file of a redirect, which need not exist. */
export async function placeTarget(word: FoundWord, surroundings: Surroundings): Promise<Target | undefined> {
  const path = toPath(word, surroundings);
  const from = path === undefined ? undefined : findBase(path, surroundings.folder);
  if (path === undefined || from === undefined) return undefined;
  const { disk } = surroundings;
  const real = await resolveFrom(disk, from, path);
  return { real, kind: await findKind(disk, resolve(from, path), real) };
}

/** The word after the shell's expansion; undefined if that is only known at run time. */
function toPath({ text, isLiteral, isTilde }: FoundWord, { home }: Surroundings): string | undefined {
  const isPath = text.length <= PATH_CHARS_MAX && !text.includes("\0") && text.split("..").length <= PARENTS_MAX;
  if (!isPath) return undefined;
  if (isLiteral) return text;
  return isTilde && home !== undefined ? join(home, text.slice(1)) : undefined;
}

interface Led extends Placed {
  readonly isElsewhere: boolean;
}

async function lead(path: string, { disk, folder }: Surroundings): Promise<Led | undefined> {
  const from = findBase(path, folder);
  if (from === undefined) return undefined;
  const text = resolve(from, path);
  // Most words are not paths, which one lookup shows.
  if (!path.includes("/") && (await disk.lstat(text)) === undefined) return undefined;
  const real = await resolveFrom(disk, from, path);
  const isElsewhere = real !== text;
  const found = await disk.lstat(real);
  return isElsewhere || found !== undefined
    ? { real, isElsewhere, isFolder: found?.isDirectory() === true }
    : undefined;
}

/** Undefined if it depends on an unknown folder, or is not a path. */
function findBase(path: string, folder: string | undefined): string | undefined {
  if (path === "") return undefined;
  return isAbsolute(path) ? parse(path).root : folder;
}

/** Text that is attached to an option, a host or a name: `--out=x`, `-Ix`, `@x`, `host:x`. */
function toPieces(text: string): string[] {
  if (URL_LIKE.test(text)) return [];
  const glued = /^-[^-]/.test(text) ? [text.slice(2)] : [];
  const pieces = text.split(/[=@:,]/).slice(text.startsWith("-") ? 1 : 0);
  return [...glued, ...(pieces.length > 1 || text.startsWith("-") ? pieces : [])].slice(0, PIECES_MAX);
}
