// Messages name the command as it was invoked: `npx parley` inside the clone, otherwise `parley`.
import { createTempFolder } from "@parley/test-support";
import { execFile } from "node:child_process";
import { symlink } from "node:fs/promises";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { root } from "../repository/workspaces.ts";
import { openPlace, PARLEY, type Place } from "./run-parley.ts";

const run = promisify(execFile);

/** What the command prints to stderr when it fails; `program` is found by its path, or by npm. */
async function fail(place: Place, program: string, args: readonly string[], cwd: string): Promise<string> {
  const outcome = await run(program, args, { cwd, env: place.env }).then(
    () => undefined,
    (error: unknown) => (error as { readonly stderr: string }).stderr,
  );
  return outcome ?? "";
}

describe("messages name", () => {
  it("npx parley, if npx started the command inside the clone", async () => {
    await using place = await openPlace();
    expect(await fail(place, "npx", ["--no", "parley", "no-such-command"], root)).toContain(
      "List the commands: npx parley --help\n",
    );
    const { stdout } = await run("npx", ["--no", "parley", "run", "--help"], { cwd: root, env: place.env });
    expect(stdout).toContain("Usage: npx parley run ");
    expect(stdout).toContain("| npx parley run ");
    const doctor = await run("npx", ["--no", "parley", "doctor"], { cwd: root, env: place.env });
    expect(doctor.stdout).toContain("npx parley serve");
    const agent = ["--no", "parley", "run", "--no-server", "--agent", "parley", "--model", "offline/script", "hello?"];
    expect((await run("npx", agent, { cwd: root, env: place.env })).stdout).toContain("run `npx parley agent login`");
  });

  it("parley, if it was started by its path or through a link", async () => {
    await using place = await openPlace();
    await using folder = await createTempFolder();
    const link = folder.file("parley");
    await symlink(PARLEY, link);
    for (const program of [PARLEY, link]) {
      expect(await fail(place, program, ["no-such-command"], root)).toContain("List the commands: parley --help\n");
    }
    expect((await place.run(["doctor"])).stdout).toContain(" parley serve");
  });

  it("parley, if npm runs a script of another project that uses it", async () => {
    await using place = await openPlace();
    const env = { npm_command: "run-script", npm_config_local_prefix: place.work };
    expect((await place.run(["no-such-command"], { env })).stderr).toContain("List the commands: parley --help\n");
  });
});
