// Makes a clone ready to run: installs when the lock file changed, builds when a source changed, else does nothing.
// Uses Node alone, because it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureChromium } from "./browser-tools.mjs";
import { ensurePostgres } from "./database-tools.mjs";
import { ensureEditor } from "./editor-tools.mjs";
import { ensureBubblewrap } from "./sandbox-tools.mjs";
import { ensureTmux } from "./terminal-tools.mjs";

const NODE_FLOOR = [20, 19];
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const quiet = process.argv.includes("--quiet");
const stampPath = join(root, "node_modules", ".parley-setup.json");

/** Folders whose files decide what a build produces. */
const SOURCE_FOLDERS = ["packages", "apps", "scripts", "test", "bench"];
const SOURCE_NAME = /(\.[cm]?[jt]sx?|\.css|\.html|\.svg|\.webmanifest|package\.json|tsconfig[^/]*\.json)$/;
const NOT_SOURCE = new Set(["node_modules", "dist", "fixtures"]);
const BUILD_PRODUCT = "packages/acp/src/generated/strict.js";

requireNode();
const stamp = readStamp();
const installKey = hashFiles([...manifests(), "package-lock.json", ".npmrc"]);
if (stamp.install !== installKey) {
  install();
  ensureBubblewrap(say);
  writeStamp({ install: installKey });
}
// Only for tests: nothing else needs them, and most are large. VS Code, the largest, only for its own.
if (process.argv.includes("--with-test-tools")) {
  ensureChromium(say);
  ensureTmux(say);
  ensurePostgres(say);
  if (!process.argv.includes("--without-editor")) ensureEditor(say);
}
const buildKey = hashFiles(sources());
const built = { install: installKey, build: buildKey, types: stamp.build === buildKey ? stamp.types : undefined };
if (stamp.build !== buildKey || stamp.install !== installKey || !isBuilt()) {
  say("Building…");
  build("build.mjs");
  writeStamp(built);
}
// Running Parley does not need them, and they take longer than everything else and 2 GB of memory.
if (built.types !== buildKey && !process.argv.includes("--without-types")) {
  say("Checking types…");
  build("build-types.mjs");
  writeStamp({ ...built, types: buildKey });
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [floorMajor, floorMinor] = NODE_FLOOR;
  if (major > floorMajor || (major === floorMajor && minor >= floorMinor)) return;
  fail(`Parley needs Node ${NODE_FLOOR.join(".")} or newer; this is ${process.versions.node}.`);
}

function build(script) {
  run(process.execPath, [join(root, "scripts", script)], "The build failed; the errors are above.");
}

function install() {
  say("Installing dependencies from the npm registry (only when they changed)…");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  // Not `npm ci`: it refuses a lock file that lacks some other platform's optional binary, which a mirror may not have.
  const args = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  const remedy =
    "npm could not install the dependencies. Check the network or the registry setting, then run it again.";
  run(npm, args, remedy);
}

function run(command, args, remedy) {
  // Set-up chatter goes to stderr, so that stdout belongs to the command that follows.
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32" && command.endsWith(".cmd"),
  });
  if (result.status !== 0) fail(remedy);
}

function manifests() {
  return sources().filter((path) => path.endsWith("package.json"));
}

function sources() {
  const found = ["package.json", "tsconfig.json", "tsconfig.base.json", "tsconfig.tests.json"];
  for (const folder of SOURCE_FOLDERS) walk(join(root, folder), found);
  return found.filter((path) => path !== BUILD_PRODUCT).toSorted();
}

function walk(folder, found) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (NOT_SOURCE.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walk(path, found);
    else if (SOURCE_NAME.test(entry.name)) found.push(relative(root, path).replaceAll("\\", "/"));
  }
}

function hashFiles(paths) {
  const hash = createHash("sha256").update(process.version);
  for (const path of paths) {
    const absolute = join(root, path);
    if (existsSync(absolute)) hash.update(`\0${path}\0`).update(readFileSync(absolute));
  }
  return hash.digest("hex");
}

function isBuilt() {
  const products = [
    "apps/cli/dist/parley.cjs",
    "apps/cli/dist/page/index.html",
    "apps/vscode/dist/extension.js",
    BUILD_PRODUCT,
  ];
  return products.every((path) => existsSync(join(root, path)));
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampPath, "utf8"));
  } catch {
    return {}; // No stamp, or one that was cut short: do everything again.
  }
}

function writeStamp(value) {
  mkdirSync(dirname(stampPath), { recursive: true });
  writeFileSync(stampPath, JSON.stringify(value));
}

function say(text) {
  if (!quiet) process.stderr.write(`${text}\n`);
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
