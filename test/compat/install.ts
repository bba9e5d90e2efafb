// Installs an agent or a client from npm at one exact version, once, into a cache outside the repository.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { AgentRecipe } from "./agents/recipe.ts";
import { root } from "../repository/workspaces.ts";
import { INSTALL_MS, INSTALL_WAIT_MS, LOOK_AGAIN_MS } from "./limits.ts";

const SAID_CHARS_MAX = 2_000;

/** `PARLEY_TEST_CACHE` moves it. */
function cacheFolder(): string {
  return process.env["PARLEY_TEST_CACHE"] ?? join(homedir(), ".cache", "parley-test");
}

type Packages = Pick<AgentRecipe, "packages" | "node">;

/** A Node of its own, inside the packages of a recipe that needs one. */
const NODE_PACKAGE = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

/** The program that runs the JavaScript of this agent. */
export function nodeFor({ node }: Pick<AgentRecipe, "node">, modules: string): string {
  return node === undefined ? process.execPath : join(modules, NODE_PACKAGE, "bin", "node");
}

/** The folder that holds `node_modules`. Rejects if npm cannot get it. */
export async function installAgent(recipe: Packages, say: (text: string) => void): Promise<string> {
  // Our own agent is here already.
  if (recipe.packages.length === 0) return root;
  const packages = [...recipe.packages, ...(recipe.node === undefined ? [] : [`${NODE_PACKAGE}@${recipe.node}`])];
  const folder = folderOf(recipe);
  if (await isInstalled(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const unlock = await lock(`${folder}.lock`);
  try {
    if (!(await isInstalled(folder))) {
      say(`installing ${packages.join(" ")}`);
      await install(packages, folder);
    }
  } finally {
    await unlock();
  }
  return folder;
}

/** As `installAgent`, but only if an earlier run has installed it: undefined if not. */
export async function findInstalled(recipe: Packages): Promise<string | undefined> {
  const folder = folderOf(recipe);
  return (await isInstalled(folder)) ? folder : undefined;
}

function folderOf({ packages: [first = ""] }: Packages): string {
  return join(cacheFolder(), "agents", first);
}

async function isInstalled(folder: string): Promise<boolean> {
  return access(join(folder, "node_modules")).then(
    () => true,
    () => false,
  );
}

/** Into a folder beside it, which takes its name when all is there: what has the name is whole. */
async function install(packages: readonly string[], folder: string): Promise<void> {
  const draft = await mkdtemp(`${folder}.draft-`);
  try {
    await writeFile(join(draft, "package.json"), `${JSON.stringify({ private: true })}\n`);
    // Scripts of strangers are not run; what an agent needs comes in its packages.
    const flags = [
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--save-exact",
      "--loglevel=error",
      "--prefer-offline",
    ];
    // Without a network it should say so soon.
    flags.push("--fetch-retries=1", "--fetch-retry-mintimeout=1000");
    await runNpm(["install", ...flags, ...packages], draft);
    await rename(draft, folder);
  } catch (error) {
    // Two runs may take over from a third one that died: the first to be ready is as good as the other.
    if (!(await isInstalled(folder))) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function runNpm(args: readonly string[], cwd: string): Promise<void> {
  const isWindows = process.platform === "win32";
  const child = spawn(isWindows ? "npm.cmd" : "npm", args, {
    cwd,
    shell: isWindows,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: INSTALL_MS,
  });
  let said = "";
  const keep = (chunk: Buffer): void => {
    said = (said + chunk.toString("utf8")).slice(-SAID_CHARS_MAX);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`npm ${args.join(" ")} failed (${code ?? "killed"}): ${said.trim()}`);
}

/** A file that names the process which holds it; one whose holder is gone counts for nothing. */
async function lock(path: string): Promise<() => Promise<void>> {
  const deadline = Date.now() + INSTALL_WAIT_MS;
  for (;;) {
    if (await take(path)) return () => rm(path, { force: true });
    if (Date.now() > deadline) throw new Error(`Another run holds ${path}. Remove it if no other run exists.`);
    if (!(await isHeld(path))) await rm(path, { force: true });
    // Another process has it: there is no event to wait for.
    else await sleep(LOOK_AGAIN_MS);
  }
}

async function take(path: string): Promise<boolean> {
  try {
    const file = await open(path, "wx");
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function isHeld(path: string): Promise<boolean> {
  const pid = Number(await readFile(path, "utf8").catch(() => ""));
  // Empty for the moment between making the file and naming the holder.
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
