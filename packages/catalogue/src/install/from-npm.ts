// Installs a pinned npm package into its own folder, so that its program starts without npx.
import { isObject, type JsonObject, parseObject } from "@parley/base";
import { readTextWithin } from "@parley/home";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isWithin } from "../fields.ts";
import type { PackageDistribution } from "../registry/registry-agent.ts";
import { findTool } from "./find-tool.ts";
import { installError } from "./install-error.ts";
import { runTool } from "./run-tool.ts";
import type { Installed, Work } from "./install-method.ts";

/**
 * Variables that would make npm install somewhere else; they are set when Parley itself was started by
 * npm.
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
 * Install scripts run unless the user skips them: several agents install their actual program with one, and a user who
 * installs an agent is about to run its code anyway.
 */
export async function installFromNpm(title: string, distribution: PackageDistribution, work: Work): Promise<Installed> {
  const { packageName, packageVersion, args, env } = distribution;
  const npm = await findTool("npm", work.host);
  if (npm === undefined) {
    const remedy = { label: "Install Node.js, which includes npm", url: "https://nodejs.org" };
    throw installError(title, "it is an npm package and npm was not found", remedy);
  }
  const source = `${packageName}@${packageVersion}`;
  // Without a package.json npm would search the parent folders for one and install there.
  await writeFile(join(work.folder, "package.json"), '{ "private": true }\n');
  work.report({ type: "step", text: `Installing ${source} with npm` });
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

/** npm only warns about it, and the agent would fail later with an obscure error. */
function engineNotes(output: string): string[] {
  if (!output.includes("EBADENGINE")) return [];
  const [, needs] = /required: \{[^}]*node: '([^']*)'/.exec(output) ?? [];
  return [`It requires another version of Node.js${needs === undefined ? "" : ` (${needs})`} than the installed one`];
}

async function findBin(
  title: string,
  { packageName, packageVersion, cmd }: PackageDistribution,
  { folder, host }: Work,
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
  if (host.platform !== "win32") return { command: `node_modules/.bin/${name}` };
  const command = `${packageFolder}/${script.replace(/^\.\//, "")}`;
  return { command, ...((await isNodeScript(join(folder, command))) ? { runner: "node" as const } : {}) };
}

async function readManifest(path: string): Promise<JsonObject | undefined> {
  try {
    return parseObject((await readTextWithin(path)) ?? "");
  } catch {
    return undefined; // The missing version is reported below.
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

/** As npx chooses: the requested one, the only one, or the one with the package's name. */
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
