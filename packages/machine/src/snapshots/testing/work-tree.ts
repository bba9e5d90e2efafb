// A folder with files for tests: written from an object, read back as one, with git beside it.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** The content; for a link where it leads; `null` for no file. */
type TreeFile = string | Buffer | { readonly link: string } | { readonly run: string } | null;
export type Tree = Readonly<Record<string, TreeFile>>;

/** `run` makes the file executable. */
export function writeTree(folder: string, tree: Tree): void {
  for (const [path, file] of Object.entries(tree)) {
    const full = join(folder, path);
    makeFolder(folder, dirname(path));
    rmSync(full, { recursive: true, force: true });
    if (file === null) continue;
    if (typeof file === "string" || Buffer.isBuffer(file)) writeFileSync(full, file);
    else if ("link" in file) symlinkSync(file.link, full);
    else {
      writeFileSync(full, file.run);
      chmodSync(full, 0o755);
    }
  }
}

/** Files on the way make room. */
function makeFolder(folder: string, path: string): void {
  let current = folder;
  mkdirSync(current, { recursive: true });
  for (const name of path.split("/")) {
    current = join(current, name);
    if (lstatSync(current, { throwIfNoEntry: false })?.isDirectory() === true) continue;
    rmSync(current, { force: true });
    mkdirSync(current);
  }
}

/** Everything but repositories. Binary content comes as latin1, so that it can be compared. */
export function readTree(folder: string): Record<string, TreeFile> {
  const tree: Record<string, TreeFile> = {};
  const walk = (path: string): void => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const below = path === "" ? entry.name : `${path}/${entry.name}`;
      const full = join(folder, below);
      if (entry.name === ".git") continue;
      if (entry.isDirectory()) walk(below);
      else if (entry.isSymbolicLink()) tree[below] = { link: readlinkSync(full) };
      else tree[below] = readTreeFile(full);
    }
  };
  walk("");
  return tree;
}

function readTreeFile(path: string): TreeFile {
  const bytes = readFileSync(path);
  const text = bytes.toString("utf8");
  const content = Buffer.from(text).equals(bytes) ? text : bytes.toString("latin1");
  return (lstatSync(path).mode & 0o100) === 0 ? content : { run: content };
}

/** Everything in a folder as it lies on the disk, times included: whoever touches it is seen. */
export function readEverything(folder: string): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
    const stats = lstatSync(join(folder, name));
    const content = stats.isFile() ? readFileSync(join(folder, name), "latin1") : "";
    all[name] = `${stats.mode} ${stats.mtimeMs} ${stats.ctimeMs} ${content}`;
  }
  return all;
}

/** Without the settings of whoever runs the tests. */
export function git(folder: string, ...args: readonly string[]): string {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Test",
    GIT_AUTHOR_EMAIL: "test@example.com",
    GIT_COMMITTER_NAME: "Test",
    GIT_COMMITTER_EMAIL: "test@example.com",
  };
  return execFileSync("git", ["-c", "protocol.file.allow=always", ...args], { cwd: folder, env, encoding: "utf8" });
}
