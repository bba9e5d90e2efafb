// A machine of a test's own: a home, a folder that is the whole PATH, and programs that say what the test wants.
import { chmod, mkdir, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createHostEnvironment, type HostEnvironment } from "../programs/host-environment.ts";

export interface Scene {
  readonly host: HostEnvironment;
  /** In PATH. */
  readonly bin: string;
  /** With other values in it. */
  with(given: Partial<HostEnvironment>): HostEnvironment;
}

export async function createScene(folder: string, given: Partial<HostEnvironment> = {}): Promise<Scene> {
  const bin = join(folder, "bin");
  const homeFolder = join(folder, "home");
  const parleyHome = join(folder, "parley");
  await Promise.all([bin, homeFolder, parleyHome].map((path) => mkdir(path, { recursive: true })));
  const host = createHostEnvironment({
    platform: "linux",
    arch: "x64",
    env: { PATH: bin },
    homeFolder,
    parleyHome,
    ...given,
  });
  return { host, bin, with: (more) => ({ ...host, ...more }) };
}

/** A shell script; `echo goose 1.34.0` unless given. */
export async function writeProgram(path: string, script = "echo 1.34.0", mode = 0o755): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, mode);
  return path;
}

/** As npm leaves it: a script in a package, linked from a folder of programs, with npm's one date for all files. */
export async function writePackage(folder: string, name: string, version: string, link: string): Promise<void> {
  const script = join(folder, name, "dist", "index.js");
  await mkdir(dirname(script), { recursive: true });
  await writeFile(join(folder, name, "package.json"), JSON.stringify({ name, version, bin: "dist/index.js" }));
  await writeFile(script, "#!/bin/sh\nexit 9\n");
  await chmod(script, 0o755);
  const date = new Date("1985-10-26T08:15:00Z");
  await utimes(script, date, date);
  await mkdir(dirname(link), { recursive: true });
  await symlink(script, link);
}
