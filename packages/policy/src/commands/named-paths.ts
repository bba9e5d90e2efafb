// Finds the paths that a word may name: the word itself, and the part after a sign that joins a path to an option or host.
import type { Ground, Word } from "../facts.ts";
import { PIECES_MAX } from "../limits.ts";
import { hasDriveLetter, isSeparator, resolvePath } from "../path-text.ts";

/** Reading and writing these has no effect. */
const HARMLESS_DEVICE = /^\/dev\/(?:null|zero|stdin|stdout|stderr|tty|fd\/\d+|random|urandom)$/;
const GLUE = "=@:,";
const URL_LIKE = /^[a-z][a-z\d+.-]*:\/\//i;
const FILE_URL = /^file:/i;
const ENCODED = /(?:%[\da-f]{2})+/gi;

export interface Surroundings extends Ground {
  readonly home?: string | undefined;
}

/** The absolute paths that the word may mean in the folder; undefined if there are too many. */
export function findNamedPaths(word: Word, folder: string, ground: Surroundings): Iterable<string> | undefined {
  const pieces = splitPieces(word.text, ground);
  if (pieces.length > PIECES_MAX) return undefined;
  const found = pieces.map((piece) => resolvePiece(piece, folder, ground));
  return word.real === undefined || found.includes(word.real) ? found : [word.real, ...found];
}

export function isHarmlessDevice(path: string): boolean {
  return path.startsWith("/dev/") && HARMLESS_DEVICE.test(path);
}

/** Expands `~` as shells and programs do; an unknown home counts as outside the roots. */
function resolvePiece(piece: string, folder: string, { home, platform }: Surroundings): string {
  if (!piece.startsWith("~")) return resolvePath(folder, piece, platform);
  const isOwn = piece.length === 1 || isSeparator(piece.charCodeAt(1), platform);
  return isOwn && home !== undefined ? resolvePath(home, `.${piece.slice(1)}`, platform) : piece;
}

function splitPieces(text: string, ground: Ground): string[] {
  if (text === "" || text === "-") return [];
  if (URL_LIKE.test(text)) return FILE_URL.test(text) ? splitFileUrl(text.slice("file://".length)) : [];
  // `-f/etc/passwd` and `-I../include` name paths; a plain option does not.
  const isLong = text.startsWith("--");
  let start = isLong ? text.length : text.startsWith("-") ? 2 : 0;
  const pieces: string[] = [];
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && (!GLUE.includes(text[at] ?? "") || isDriveColon(text, start, at, ground))) continue;
    if (at > start) pieces.push(text.slice(start, at));
    start = at + 1;
  }
  return pieces;
}

/** As it stands, without its host, and decoded: programs differ in what they do. */
function splitFileUrl(place: string): string[] {
  const path = place.replace(/^[^/]+(?=\/)/, "");
  return [...new Set([place, path, path.replaceAll(ENCODED, decode)])];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // Not UTF-8: kept as it stands.
  }
}

function isDriveColon(text: string, start: number, at: number, { platform }: Ground): boolean {
  return platform.style === "windows" && at === start + 1 && hasDriveLetter(text.slice(start, at + 1));
}
