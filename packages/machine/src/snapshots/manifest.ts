// A snapshot as a file: a line about it, a line about what it left out, then lines with some entries each, so that neither
// writing nor reading a large one blocks other work.
import { ParleyError } from "@parley/base";
import type { Entry } from "./entry.ts";
import { Pace } from "./pace.ts";
import type { Skipped } from "./skipped.ts";

const VERSION = 1;
const ROWS_PER_LINE = 500;

/** What maintaining the store needs, without reading the entries. */
export interface ManifestHeader {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly files: number;
  /** Total size of the files. */
  readonly bytes: number;
  /** The packs that contain its entries. */
  readonly packs: readonly string[];
}

export interface Manifest extends ManifestHeader {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly skipped: readonly Skipped[];
  readonly ignored: readonly string[];
  /** Paths that were included although they are ignored, whether they exist or not. */
  readonly included: readonly string[];
}

/** There are many entries, so they are stored without field names. */
type Row = readonly [
  path: string,
  type: "f" | "l",
  mode: number,
  hash: string,
  pack: number,
  offset: number,
  blobSize: number,
  size: number,
  ino: number,
  mtimeMs: number,
  ctimeMs: number,
  readAt: number,
];

type Omissions = Pick<Manifest, "skipped" | "ignored" | "included">;

export async function formatManifest({ entries, skipped, ignored, included, ...header }: Manifest): Promise<string> {
  const omissions: Omissions = { skipped, ignored, included };
  const lines = [JSON.stringify({ v: VERSION, ...header }), JSON.stringify(omissions)];
  const packs = new Map(header.packs.map((pack, index) => [pack, index]));
  const pace = new Pace();
  let rows: Row[] = [];
  for (const entry of entries.values()) {
    if (rows.push(toRow(entry, packs)) < ROWS_PER_LINE) continue;
    lines.push(JSON.stringify(rows));
    rows = [];
    await pace.rest();
  }
  return `${[...lines, JSON.stringify(rows)].join("\n")}\n`;
}

export async function parseManifest(text: string): Promise<Manifest> {
  const header = parseHeader(text);
  const [, omissions = "", ...lines] = text.split("\n");
  const { skipped, ignored, included } = readJson(omissions, header.id) as Omissions;
  const entries = new Map<string, Entry>();
  const pace = new Pace();
  for (const line of lines) {
    if (line === "") continue;
    for (const row of readJson(line, header.id) as Row[]) {
      const entry = toEntry(row, header.packs);
      entries.set(entry.path, entry);
    }
    await pace.rest();
  }
  if (entries.size !== header.files) throw damaged(header.id, new Error("entries are missing"));
  return { ...header, entries, skipped, ignored, included };
}

/** `text` may end anywhere after the first line. */
export function parseHeader(text: string): ManifestHeader {
  const end = text.indexOf("\n");
  const { v, ...header } = readJson(end === -1 ? "" : text.slice(0, end), "") as ManifestHeader & { v: number };
  if (v !== VERSION) throw damaged(header.id, new Error(`its format version is ${v}, not ${VERSION}`));
  return header;
}

export function damaged(what: string, cause: unknown): ParleyError {
  return new ParleyError({ code: "snapshot_damaged", message: `The snapshot ${what} cannot be read`, cause });
}

function toRow({ path, type, mode, blob, stamp }: Entry, packs: ReadonlyMap<string, number>): Row {
  return [
    path,
    type === "file" ? "f" : "l",
    mode,
    blob.hash,
    packs.get(blob.pack) ?? -1,
    blob.offset,
    blob.size,
    stamp.size,
    stamp.ino,
    stamp.mtimeMs,
    stamp.ctimeMs,
    stamp.readAt,
  ];
}

function toEntry(row: Row, packs: readonly string[]): Entry {
  const [path, type, mode, hash, pack, offset, blobSize, size, ino, mtimeMs, ctimeMs, readAt] = row;
  return {
    path,
    type: type === "f" ? "file" : "link",
    mode,
    blob: { hash, pack: packs[pack] ?? "", offset, size: blobSize },
    stamp: { size, ino, mtimeMs, ctimeMs, readAt },
  };
}

/** Written by us and replaced as a whole: anything that is not JSON was cut by a system crash. */
function readJson(text: string, id: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw damaged(id, cause);
  }
}
