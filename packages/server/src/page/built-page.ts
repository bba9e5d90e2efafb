// The files of the built page: listed with every document, read and compressed on first request.
import { hasErrno, ParleyError } from "@parley/base";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

export interface PageFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly compressed: Uint8Array<ArrayBuffer>;
  /** Its name changes with its content, so browsers may cache it. */
  readonly isImmutable: boolean;
}

export interface BuiltPage {
  /** By the request path: `/`, `/page/main-3f2a.js`. Undefined if not found. */
  read(path: string): PageFile | undefined;
}

/** Everything except the document itself. The bundler's files have their hash in the name. */
const ASSETS = "page";
const HASHED = /-[\w-]{8}\.\w+$/;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** Throws `bad_config` if the folder has no page. */
export function openBuiltPage(folder: string): BuiltPage {
  let names = listFiles(folder);
  const read = new Map<string, PageFile>();
  return {
    read(path) {
      // The page may be built again while the server runs: a reload shows the new one.
      if (path === "/") {
        names = listFiles(folder);
        for (const known of read.keys()) if (!names.has(known)) read.delete(known);
      }
      const place = names.get(path);
      if (place === undefined) return undefined;
      const file = read.get(path) ?? readPageFile(path, place);
      if (file?.isImmutable === true) read.set(path, file);
      return file;
    },
  };
}

/** Where each request path is. */
function listFiles(folder: string): ReadonlyMap<string, string> {
  const names = new Map([["/", join(folder, "index.html")]]);
  for (const name of listAssets(folder)) names.set(`/${ASSETS}/${name}`, join(folder, ASSETS, name));
  return names;
}

/** Undefined if it has been removed since it was listed. */
function readPageFile(path: string, place: string): PageFile | undefined {
  const content = readIfThere(place);
  if (content === undefined) return undefined;
  const bytes = new Uint8Array(content);
  return {
    type: TYPES[extname(place)] ?? "application/octet-stream",
    bytes,
    compressed: new Uint8Array(gzipSync(bytes)),
    isImmutable: HASHED.test(path),
  };
}

function readIfThere(place: string): Uint8Array | undefined {
  try {
    return readFileSync(place);
  } catch (error) {
    if (hasErrno(error, "ENOENT")) return undefined;
    throw error;
  }
}

function listAssets(folder: string): string[] {
  try {
    return readdirSync(join(folder, ASSETS));
  } catch (cause) {
    const message = `The page was not built: ${folder} has no files. Run npm run setup`;
    throw new ParleyError({ code: "bad_config", message, cause });
  }
}
