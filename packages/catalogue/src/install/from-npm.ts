// Installs an agent that is an npm package, pinned, into a folder of its own, and starts its program without npx.
import { isObject, type JsonObject, parseObject } from "@parley/base";
import { readTextWithin } from "@parley/home";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isWithin } from "../fields.ts";
import type { PackageDistribution } from "../registry/registry-agent.ts";
import { findTool } from "./find-tool.ts";
import { installError } from "./install-error.ts";
import { runTool } from "./run-tool.ts";
import type { Installed, Work } from "./way.ts";

/**
 * What npm takes from the environment that would make it install somewhere else: all of it is there when we were started by
 * npm ourselves.
 */
const MISLEADING = [
  "global",
  "location",
  "prefix",
  "local_prefix",
  "workspace",
  "workspaces",
  "package_json",
  "dry_run",
];

/**
 * Install scripts run unless the user says otherwise: several agents put their real program in place with one, and whoever
 * installs an agent is about to run its code anyway.
 */
export async function installFromNpm(title: string, distribution: PackageDistribution, work: Work): Promise<Installed> {
  const { packageName, packageVersion, args, env } = distribution;
  const npm = await findTool("npm", work.surroundings);
  if (npm === undefined) {
    const remedy = { label: "Install Node.js, which brings npm", url: "https://nodejs.org" };
    throw installError(title, "it is an npm package, and there is no npm", remedy);
  }
  const source = `${packageName}@${packageVersion}`;
  // Without a manifest here npm would look for one in the folders above, and install there.
  await writeFile(join(work.folder, "package.json"), '{ "private": true }\n');
  work.tell({ type: "step", text: `Installing ${source} with npm` });
  const options = ["--prefix=.", "--no-audit", "--no-fund", "--no-update-notifier", "--omit=dev", "--save-exact"];
  const output = await runTool(
    {
      title,
      tool: npm,
      name: "npm",
      args: ["install", ...options, ...(work.ignoreScripts ? ["--ignore-scripts"] : []), "--", source],
      env: Object.fromEntries(MISLEADING.map((name) => [`npm_config_${name}`, undefined])),
    },
    work,
  );
  const program = await findBin(title, distribution, work);
  return { ...program, args, env, source, isVerified: true, notes: engineNotes(output) };
}

/** npm says it in passing, and the agent fails later with something that nobody understands. */
function engineNotes(output: string): string[] {
  if (!output.includes("EBADENGINE")) return [];
  const [, needs] = /required: \{[^}]*node: '([^']*)'/.exec(output) ?? [];
  return [`It wants another version of Node.js${needs === undefined ? "" : ` (${needs})`} than the one that is here`];
}

async function findBin(
  title: string,
  { packageName, packageVersion, cmd }: PackageDistribution,
  { folder, surroundings }: Work,
): Promise<Pick<Installed, "command" | "runner">> {
  const packageFolder = `node_modules/${packageName}`;
  const manifest = await readManifest(join(folder, packageFolder, "package.json"));
  if (manifest?.["version"] !== packageVersion) {
    throw installError(title, `npm did not install ${packageName} ${packageVersion}`);
  }
  const bins = readBins(manifest, packageName);
  const [name, script] = chooseBin(bins, packageName, cmd) ?? [];
  if (name === undefined || script === undefined || !isWithin(script)) {
    const there = [...bins.keys()].join(", ") || "none";
    throw installError(title, `${packageName} has no program ${cmd ?? packageName} (it has: ${there})`);
  }
  if (surroundings.platform !== "win32") return { command: `node_modules/.bin/${name}` };
  const command = `${packageFolder}/${script.replace(/^\.\//, "")}`;
  return { command, ...((await isNodeScript(join(folder, command))) ? { runner: "node" as const } : {}) };
}

async function readManifest(path: string): Promise<JsonObject | undefined> {
  try {
    return parseObject((await readTextWithin(path)) ?? "");
  } catch {
    return undefined; // Said by the version that is not there.
  }
}

function readBins({ bin }: JsonObject, packageName: string): ReadonlyMap<string, string> {
  const ownName = packageName.replace(/^@[^/]*\//, "");
  if (typeof bin === "string") return new Map([[ownName, bin]]);
  if (!isObject(bin)) return new Map();
  const entries = Object.entries(bin).flatMap(([name, script]) =>
    typeof script === "string" && /^[\w.-]+$/.test(name) ? [[name, script] as const] : [],
  );
  return new Map(entries);
}

/** As npx chooses: the one that was asked for, the only one, or the one of the package's name. */
function chooseBin(
  bins: ReadonlyMap<string, string>,
  packageName: string,
  cmd: string | undefined,
): readonly [string, string] | undefined {
  const wanted = cmd ?? (new Set(bins.values()).size === 1 ? undefined : packageName.replace(/^@[^/]*\//, ""));
  return wanted === undefined ? [...bins][0] : [...bins].find(([name]) => name === wanted);
}

async function isNodeScript(path: string): Promise<boolean> {
  if (/\.[cm]?js$/i.test(path)) return true;
  return /^#!.*\bnode\b/.test((await readFile(path, "latin1")).slice(0, 256));
}
