// `npm run test:nodes`: the end-to-end tests, and those of the store, whose driver depends on Node, on the other versions of Node
// that Parley supports, each from npm.
// Takes major versions (default: all); they are installed once, into a cache folder outside the repository.
// Further arguments go to vitest: `npm run test:nodes -- 24 test/e2e/serve`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** What is tried; raise a pin on purpose, so that a run can be repeated. */
const VERSIONS = { 22: "22.23.3", 24: "24.9.0", 26: "26.9.0" };

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "parley-test");
const given = process.argv.slice(2).filter((argument) => /^\d+$/.test(argument));
const more = process.argv.slice(2).filter((argument) => !given.includes(argument));
const paths = more.some((argument) => /[\\/]/.test(argument)) ? [] : ["test/e2e", "packages/hub/src/store"];
const projects = ["e2e", "screens", "documents", "quick", "processes"].flatMap((name) => ["--project", name]);
const unknown = given.find((major) => !(major in VERSIONS));
if (unknown !== undefined) fail(`Node ${unknown} is not on the list: ${Object.keys(VERSIONS).join(", ")}`);

for (const [major, version] of Object.entries(VERSIONS)) {
  if (given.length > 0 && !given.includes(major)) continue;
  const node = install(version);
  process.stdout.write(`\n── Node ${version}\n`);
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const { status } = spawnSync(node, [vitest, "run", ...projects, ...more, ...paths], {
    cwd: root,
    stdio: "inherit",
    // Programs that tests start by name get the same Node.
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** The platform's own package: npm's package `node` would fetch it with an install script. */
function install(version) {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const folder = join(cache, `node-${version}`);
  const node = join(folder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(node)) return node;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const args = ["install", "--no-audit", "--no-fund", "--loglevel=error", `${name}@${version}`];
  const { status } = spawnSync(npm, args, { cwd: folder, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0 || !existsSync(node))
    fail(`npm could not install ${name}@${version}. Check the network, then retry.`);
  return node;
}

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
