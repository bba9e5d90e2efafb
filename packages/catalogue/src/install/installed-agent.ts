// The manifest of an agent that Parley installed: `agents/<id>/agent.json`, which names the current version's folder.
import { isObject, type JsonObject } from "@parley/base";
import { guardFiles, namesIn, readTextWithin, writeAtOnce } from "@parley/home";
import type { HostEnvironment } from "../programs/host-environment.ts";
import { join } from "node:path";
import { isSafeId, isSafeVersion, isText, isWithin, parseArgs, parseVariables } from "../fields.ts";

const FORMAT = 1;
export const MANIFEST_FILE = "agent.json";

export type DistributionKind = "binary" | "npx" | "uvx";

/** As stored; paths are relative to the version's folder, so that the home folder can be moved. */
export interface Manifest {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly kind: DistributionKind;
  /** The folder of this version, beside the manifest. */
  readonly folder: string;
  readonly command: string;
  /** The program is a script that Node has to run, because the system ignores its first line. */
  readonly runner?: "node" | undefined;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The package with its version, or the address of the archive. */
  readonly source: string;
  /** Of the downloaded archive. */
  readonly sha256?: string | undefined;
  /** The registry has the same hash, or npm or uv checked theirs. */
  readonly isVerified: boolean;
  readonly installedAtMs: number;
}

export interface InstalledAgent extends Manifest {
  /** Absolute path of the program. */
  readonly path: string;
}

/** `problem`: it is installed but cannot be used. */
export type InstalledEntry =
  | { readonly id: string; readonly agent: InstalledAgent; readonly problem?: undefined }
  | { readonly id: string; readonly agent?: undefined; readonly problem: string };

export function agentsFolder({ parleyHome }: Pick<HostEnvironment, "parleyHome">): string {
  return join(parleyHome, "agents");
}

/** All installed agents, by id. */
export async function listInstalled(host: HostEnvironment): Promise<InstalledEntry[]> {
  const names = await guardFiles("Could not read the installed agents", () => namesIn(agentsFolder(host)));
  const entries = await Promise.all(names.filter(isSafeId).map((id) => readInstalled(id, host)));
  return entries.flatMap((entry) => entry ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Undefined if it is not installed. */
export async function readInstalled(id: string, host: HostEnvironment): Promise<InstalledEntry | undefined> {
  if (!isSafeId(id)) return undefined;
  const folder = join(agentsFolder(host), id);
  const path = join(folder, MANIFEST_FILE);
  try {
    const text = await readTextWithin(path);
    if (text === undefined) return undefined;
    const manifest = parseManifest(JSON.parse(text), id);
    if (typeof manifest === "string") return { id, problem: `${path}: ${manifest}` };
    return { id, agent: { ...manifest, path: join(folder, manifest.folder, manifest.command) } };
  } catch (error) {
    return { id, problem: `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}

export async function writeManifest(manifest: Manifest, host: HostEnvironment): Promise<void> {
  const path = join(agentsFolder(host), manifest.id, MANIFEST_FILE);
  await writeAtOnce(path, `${JSON.stringify({ format: FORMAT, ...manifest }, undefined, 2)}\n`);
}

/** The manifest, or what is wrong with it. */
function parseManifest(value: unknown, id: string): Manifest | string {
  if (!isObject(value)) return "expected an object";
  if (value["format"] !== FORMAT) return `format ${JSON.stringify(value["format"])} is not supported`;
  const { title, version, kind, folder, command, runner, source, sha256, isVerified, installedAtMs } = value;
  if (value["id"] !== id) return `expected the id "${id}"`;
  if (typeof version !== "string" || !isSafeVersion(version)) return "version is invalid";
  if (kind !== "binary" && kind !== "npx" && kind !== "uvx") return "kind is invalid";
  if (typeof folder !== "string" || !isSafeVersion(folder)) return "folder is invalid";
  if (typeof command !== "string" || !isWithin(command)) return "command is outside the folder";
  const launch = parseLaunch(value);
  if (typeof launch === "string") return launch;
  return {
    id,
    title: isText(title) ? title : id,
    version,
    kind,
    folder,
    command,
    ...(runner === "node" ? { runner } : {}),
    ...launch,
    source: isText(source) ? source : "",
    ...(typeof sha256 === "string" ? { sha256 } : {}),
    isVerified: isVerified === true,
    installedAtMs: typeof installedAtMs === "number" ? installedAtMs : 0,
  };
}

function parseLaunch({ args, env }: JsonObject): Pick<Manifest, "args" | "env"> | string {
  const parsedArgs = parseArgs(args);
  const parsedEnv = parseVariables(env);
  if (parsedArgs === undefined) return "args is invalid";
  return parsedEnv === undefined ? "env is invalid" : { args: parsedArgs, env: parsedEnv };
}
