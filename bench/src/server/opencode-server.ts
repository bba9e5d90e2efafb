// `opencode serve`, from the cache of the compatibility suite, or put there now.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findByPort, WatchedServer } from "./watched-server.ts";

export const OPENCODE = "opencode-ai@1.18.33";
const FOLDER = join(homedir(), ".cache", "parley-test", "agents", OPENCODE);
const PROGRAM = join(FOLDER, "node_modules", `opencode-${process.platform}-${process.arch}`, "bin", "opencode");
const INSTALL_WAIT_MS = 180_000;

/** False if it is not there and cannot be had. */
export async function haveOpencode(progress: (text: string) => void): Promise<boolean> {
  if (existsSync(PROGRAM)) return true;
  progress(`server, installing ${OPENCODE} into ${FOLDER}`);
  try {
    await mkdir(FOLDER, { recursive: true });
    await writeFile(join(FOLDER, "package.json"), JSON.stringify({ name: "opencode-for-bench", private: true }));
    const args = ["install", "--no-audit", "--no-fund", "--save-exact", OPENCODE];
    await promisify(execFile)("npm", args, { cwd: FOLDER, timeout: INSTALL_WAIT_MS });
  } catch (error) {
    progress(`server, without ${OPENCODE}, which cannot be installed: ${String(error).split("\n", 1)[0]}`);
  }
  return existsSync(PROGRAM);
}

/** In a home of its own, and with everything switched off that would contact other machines. */
export async function startOpencode(folder: string): Promise<WatchedServer> {
  const cwd = join(folder, "work");
  await mkdir(cwd, { recursive: true });
  const xdg = ["CONFIG", "CACHE", "DATA", "STATE"].map((kind) => [
    `XDG_${kind}_HOME`,
    join(folder, kind.toLowerCase()),
  ]);
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    ...Object.fromEntries(xdg),
    OPENCODE_CONFIG_CONTENT: JSON.stringify({ autoupdate: false, share: "disabled" }),
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  };
  const command = { command: PROGRAM, args: ["serve", "--port", "0"], cwd, env };
  return WatchedServer.start(command, findByPort(/http:\/\/127\.0\.0\.1:(\d+)/));
}
