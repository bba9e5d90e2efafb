// The files of the built page: listed when the server starts, read and compressed on first request.
import { ParleyError } from "@parley/base";
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
  const names = new Map<string, string>();
  names.set("/", join(folder, "index.html"));
  for (const name of listAssets(folder)) names.set(`/${ASSETS}/${name}`, join(folder, ASSETS, name));
  const read = new Map<string, PageFile>();
  return {
    read(path) {
      const known = read.get(path);
      const place = names.get(path);
      if (known !== undefined || place === undefined) return known;
      const bytes = new Uint8Array(readFileSync(place));
      const file = {
        type: TYPES[extname(place)] ?? "application/octet-stream",
        bytes,
        compressed: new Uint8Array(gzipSync(bytes)),
        isImmutable: HASHED.test(path),
      };
      read.set(path, file);
      return file;
    },
  };
}

function listAssets(folder: string): string[] {
  try {
    return readdirSync(join(folder, ASSETS));
  } catch (cause) {
    const message = `The page was not built: ${folder} has no files. Run npm run setup`;
    throw new ParleyError({ code: "bad_config", message, cause });
  }
}
