// Programs of the folder that happens to be open are not run, whatever PATH says.
import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openPlace, type Place } from "./run-parley.ts";

/** What Parley and the programs that it asks start by name. */
const PLANTED =
  "node npm npx uv uvx git rg bash sh env which goose claude codex gemini ps taskkill xdg-open open bwrap setpriv cat id".split(
    " ",
  );
const VARIANTS = [
  [".", (rest: string) => `.:${rest}`],
  ["an empty entry first", (rest: string) => `:${rest}`],
  ["an empty entry last, and nothing else has it", (rest: string) => `${rest}:`],
  ["a relative folder", (rest: string) => `bin:./bin:../work/bin:${rest}`],
] as const;

async function plant(place: Place): Promise<void> {
  for (const folder of [place.work, place.file("bin")]) {
    await mkdir(folder, { recursive: true });
    for (const name of PLANTED) {
      const path = join(folder, name);
      await writeFile(path, `#!/bin/sh\n: > "${place.file("marks")}/${name}"\nexit 0\n`);
      await chmod(path, 0o755);
    }
  }
  await mkdir(place.file("marks"));
}

it.skipIf(process.platform === "win32").each(VARIANTS)(
  "runs nothing from the current folder with %s in PATH",
  { timeout: 180_000 },
  async (_what, toPath) => {
    await using place = await openPlace();
    await plant(place);
    // An agent as npm installs them: found by its whole path, and run by whatever `node` PATH leads to.
    const installed = join(place.home, "tools");
    await mkdir(installed);
    await writeFile(join(installed, "gemini"), "#!/usr/bin/env node\nconsole.log('0.30.0');\n");
    await chmod(join(installed, "gemini"), 0o755);
    const rest = [installed, join(process.execPath, ".."), "/usr/bin", "/bin"].join(":");
    const env = { PATH: toPath(rest), PARLEY_REGISTRY: "http://127.0.0.1:9/registry.json" };
    const listed = await place.run(["agents", "list"], { env });
    expect(listed.stdout).toContain("gemini");
    await place.run(["doctor"], { env });
    const done = await place.run(["run", "--no-server", "--level", "bypass", "run ls\nsay done"], { env });
    expect(done.stdout).toContain("done");
    await place.run(["proxy", "--", "gemini"], { env, input: "" });
    expect(await readdir(place.file("marks"))).toEqual([]);
  },
);
