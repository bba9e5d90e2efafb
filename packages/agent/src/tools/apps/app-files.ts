// The files of an app: `.parley/apps/<name>/index.html`, and `app.json` with data about it.
import { isObject, parseObject, inParallel } from "@parley/base";
import { namesIn } from "@parley/home";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { isDeviceName } from "../../text/file-name.ts";
import { isReallyBelow, readPlainFile } from "../files/plain-files.ts";
import {
  APP_MANIFEST_BYTES_MAX,
  APP_NAME_CHARS_MAX,
  APP_REQUEST_CHARS_MAX,
  APP_REQUESTS_MAX,
  APPS_MAX,
  FILES_AT_ONCE,
} from "../../limits.ts";

export interface AppRequest {
  readonly at: string;
  readonly text: string;
}

/** `app.json`. Times are ISO 8601, because users read them. */
export interface AppManifest {
  readonly title: string;
  readonly description: string;
  readonly created: string;
  readonly updated: string;
  /** The user's requests, oldest first. */
  readonly requests: readonly AppRequest[];
}

export interface AppPaths {
  readonly html: string;
  readonly manifest: string;
}

export interface App {
  readonly name: string;
  readonly manifest: AppManifest;
  readonly htmlPath: string;
  readonly htmlBytes: number;
}

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export function isAppName(name: string): boolean {
  return name.length <= APP_NAME_CHARS_MAX && NAME.test(name) && !isDeviceName(name);
}

export function appsFolder(cwd: string): string {
  return join(cwd, ".parley", "apps");
}

export function appPaths(cwd: string, name: string): AppPaths {
  const folder = join(appsFolder(cwd), name);
  return { html: join(folder, "index.html"), manifest: join(folder, "app.json") };
}

export function formatManifest(manifest: AppManifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** Tolerant: missing or invalid fields get defaults. */
export function parseManifest(text: string | undefined, name: string): AppManifest {
  const raw = parseObject(text ?? "") ?? {};
  const read = (key: string): string => (typeof raw[key] === "string" ? raw[key] : "");
  const requests: unknown[] = Array.isArray(raw["requests"]) ? raw["requests"] : [];
  return {
    title: read("title") || name,
    description: read("description"),
    created: read("created"),
    updated: read("updated"),
    requests: requests.flatMap((one) =>
      isObject(one) && typeof one["text"] === "string"
        ? [{ at: typeof one["at"] === "string" ? one["at"] : "", text: one["text"] }]
        : [],
    ),
  };
}

export function addRequest(
  requests: readonly AppRequest[],
  text: string | undefined,
  at: string,
): readonly AppRequest[] {
  if (text === undefined) return requests;
  return [...requests, { at, text: text.slice(0, APP_REQUEST_CHARS_MAX) }].slice(-APP_REQUESTS_MAX);
}

/** Sorted by name. */
export async function readApps(cwd: string): Promise<App[]> {
  const folder = appsFolder(cwd);
  if (!(await isReallyBelow(cwd, folder))) return [];
  const names = (await namesIn(folder)).filter(isAppName).toSorted().slice(0, APPS_MAX);
  const apps = await inParallel(names, FILES_AT_ONCE, (name) => readApp(cwd, name));
  return apps.filter((app) => app !== undefined);
}

/** Undefined if the app does not exist. */
export async function readApp(cwd: string, name: string): Promise<App | undefined> {
  const paths = appPaths(cwd, name);
  if (!(await isReallyBelow(cwd, join(appsFolder(cwd), name)))) return undefined;
  const stats = await lstat(paths.html).catch(() => undefined);
  if (stats?.isFile() !== true) return undefined;
  const manifest = parseManifest(await readPlainFile(paths.manifest, APP_MANIFEST_BYTES_MAX), name);
  return { name, manifest, htmlPath: paths.html, htmlBytes: stats.size };
}

/** The error for a model that named an unknown app. */
export async function describeMissingApp(cwd: string, name: string): Promise<string> {
  const names = (await readApps(cwd)).map((app) => app.name);
  return `App ${name} not found. ${names.length === 0 ? "No apps exist yet." : `Available: ${names.join(", ")}.`}`;
}
