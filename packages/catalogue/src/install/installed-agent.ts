// An agent that was installed by us: its manifest `agents/<id>/agent.json`, which names the folder that is current.
import { isObject, type JsonObject } from "@parley/base";
import { guardFiles, namesIn, readTextWithin, writeAtOnce } from "@parley/home";
import type { Surroundings } from "../programs/surroundings.ts";
import { join } from "node:path";
import { isSafeId, isSafeVersion, isText, isWithin, parseArgs, parseVariables } from "../fields.ts";

const FORMAT = 1;
export const MANIFEST_FILE = "agent.json";

export type DistributionKind = "binary" | "npx" | "uvx";

/** As it is written; paths are relative to the version's folder, so that the home can be moved. */
export interface Manifest {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly kind: DistributionKind;
  /** The folder of this version, beside the manifest. */
  readonly folder: string;
  readonly command: string;
  /** The program is a script that has to be given to Node, because the system does not read its first line. */
  readonly runner?: "node" | undefined;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The package with its version, or the address of the archive. */
  readonly source: string;
  /** Of the archive as it came. */
  readonly sha256?: string | undefined;
  /** The registry named the same hash, or npm or uv checked their own. */
  readonly isVerified: boolean;
  readonly installedAtMs: number;
}

export interface InstalledAgent extends Manifest {
  /** The program, whole. */
  readonly path: string;
}

/** `problem`: it is there but cannot be used. */
export type InstalledEntry =
  | { readonly id: string; readonly agent: InstalledAgent; readonly problem?: undefined }
  | { readonly id: string; readonly agent?: undefined; readonly problem: string };

export function agentsFolder({ parleyHome }: Pick<Surroundings, "parleyHome">): string {
  return join(parleyHome, "agents");
}

/** All that are there, by id. */
export async function listInstalled(surroundings: Surroundings): Promise<InstalledEntry[]> {
  const names = await guardFiles("The installed agents could not be read", () => namesIn(agentsFolder(surroundings)));
  const entries = await Promise.all(names.filter(isSafeId).map((id) => readInstalled(id, surroundings)));
  return entries.flatMap((entry) => entry ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Undefined if it is not installed. */
export async function readInstalled(id: string, surroundings: Surroundings): Promise<InstalledEntry | undefined> {
  if (!isSafeId(id)) return undefined;
  const folder = join(agentsFolder(surroundings), id);
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

export async function writeManifest(manifest: Manifest, surroundings: Surroundings): Promise<void> {
  const path = join(agentsFolder(surroundings), manifest.id, MANIFEST_FILE);
  await writeAtOnce(path, `${JSON.stringify({ format: FORMAT, ...manifest }, undefined, 2)}\n`);
}

/** The manifest, or what is wrong with it. */
function parseManifest(value: unknown, id: string): Manifest | string {
  if (!isObject(value)) return "expected an object";
  if (value["format"] !== FORMAT) return `format ${JSON.stringify(value["format"])} is not known here`;
  const { title, version, kind, folder, command, runner, source, sha256, isVerified, installedAtMs } = value;
  if (value["id"] !== id) return `expected the id "${id}"`;
  if (typeof version !== "string" || !isSafeVersion(version)) return "version does not fit";
  if (kind !== "binary" && kind !== "npx" && kind !== "uvx") return "kind does not fit";
  if (typeof folder !== "string" || !isSafeVersion(folder)) return "folder does not fit";
  if (typeof command !== "string" || !isWithin(command)) return "command does not lead into the folder";
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
  if (parsedArgs === undefined) return "args do not fit";
  return parsedEnv === undefined ? "env does not fit" : { args: parsedArgs, env: parsedEnv };
}
