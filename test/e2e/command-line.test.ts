// The command line itself: help, completion, agents, rules and the doctor.
import { spawn } from "node:child_process";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPlace, PARLEY, runParley, type Place } from "./run-parley.ts";

const COMMANDS = ["chat", "run", "agents", "sessions", "rules", "trust", "doctor", "completion", "script"];

describe("help", () => {
  it("prints the version and the commands", async () => {
    expect((await runParley(["--version"])).stdout).toMatch(/^parley \d+\.\d+\.\d+\n$/);
    const { stdout, code } = await runParley(["--help"]);
    expect(code).toBe(0);
    for (const name of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name} `, "m"));
  });

  it.each([[["run"]], [["agents"]], [["sessions", "undo"]]])("prints the help of %j in two ways", async (words) => {
    const { stdout, code } = await runParley([...words, "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: parley ${words.join(" ")}`);
    expect((await runParley(["help", ...words])).stdout).toBe(stdout);
  });
});

describe("completion", () => {
  /** The parley on the PATH, as a user has it. */
  async function installParley(place: Place): Promise<string> {
    const bin = place.file("bin");
    await mkdir(bin);
    await writeFile(join(bin, "parley"), `#!/bin/sh\nexec "${process.execPath}" "${PARLEY}" "$@"\n`);
    await chmod(join(bin, "parley"), 0o755);
    return bin;
  }

  /** What bash would offer for each line, words separated by spaces. */
  async function completeInBash(place: Place, lines: readonly string[]): Promise<readonly string[]> {
    const bin = await installParley(place);
    const each = lines.map((line) =>
      [
        // As bash splits words: an equals sign is a word of its own.
        `COMP_WORDS=(${line.replaceAll("=", " = ")}${line.endsWith(" ") ? '""' : ""})`,
        "COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))",
        "_parley_complete",
        'echo "${COMPREPLY[*]}"',
      ].join("\n"),
    );
    const script = ["source <(parley completion bash)", ...each].join("\n");
    const child = spawn("bash", ["-c", script], { env: { ...place.env, PATH: `${bin}:${process.env["PATH"]}` } });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    await new Promise((resolve) => child.once("close", resolve));
    return text.trimEnd().split("\n");
  }

  it("works in a real bash", async () => {
    await using place = await openPlace();
    const cases: Readonly<Record<string, string>> = {
      "parley se": "serve server sessions",
      "parley sessions un": "undo",
      "parley run --appr": "--approve",
      "parley run --approve ": "ask all none rules",
      "parley run --approve=r": "rules",
      "parley run --agent goo": "goose",
      "parley completion ": "bash zsh fish powershell",
    };
    expect(await completeInBash(place, Object.keys(cases))).toEqual(Object.values(cases));
  });

  it("offers the existing sessions, modes and models", async () => {
    await using place = await openPlace();
    await place.run(["run", "say Hello"]);
    const { stdout } = await place.run(["__complete", "zsh", "sessions", "show", ""]);
    expect(stdout).toMatch(/^latest\n[\da-f-]{36}\tsay Hello\n$/);
    expect((await place.run(["__complete", "fish", "run", "--mode", "c"])).stdout).toBe("code\tCode\nchat\tChat\n");
    expect((await place.run(["__complete", "fish", "run", "--model="])).stdout).toContain("--model=offline/script\t");
    expect((await place.run(["__complete", "fish", "run", "--cwd", ""])).stdout).toBe(":folder\n");
  });

  it("never fails", async () => {
    await using place = await openPlace();
    await writeFile(join(place.home, "config.json"), "{");
    expect(await place.run(["__complete", "bash", "run", "--agent", ""])).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await place.run(["__complete", "bash", "nonsense", ""])).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("has a script for every shell", async () => {
    for (const shell of ["bash", "zsh", "fish", "powershell"]) {
      const { stdout, code } = await runParley(["completion", shell]);
      expect(code).toBe(0);
      expect(stdout).toContain(`__complete ${shell}`);
    }
    expect((await runParley(["completion", "csh"])).code).toBe(2);
  });

  it("gets every word from PowerShell with a leading dot, so that an empty one is not lost", async () => {
    await using place = await openPlace();
    const ask = async (...words: string[]): Promise<string> =>
      (await place.run(["__complete", "powershell", ...words])).stdout;
    expect(await ask(".run", ".--approve", ".")).toBe("ask\nall\nnone\nrules\n");
    expect(await ask(".run", ".--approve=r")).toBe("--approve=rules\n");
    expect(await ask(".run", ".--cwd", ".")).toBe(":folder\n");
    const { stdout: script } = await place.run(["completion", "powershell"]);
    expect(script).toMatch(/^Register-ArgumentCompleter -Native -CommandName parley -ScriptBlock \{$/m);
    for (const [open, close] of ["{}", "()", "[]"])
      expect(script.split(open ?? "").length).toBe(script.split(close ?? "").length);
  });
});

describe("agents", () => {
  it("adds, shows, runs and removes a custom agent", async () => {
    await using place = await openPlace();
    await symlink(PARLEY, place.file("mine.mjs"));
    const added = await place.run([
      "agents",
      "add",
      "mine",
      "--title",
      "My own",
      "--",
      process.execPath,
      PARLEY,
      "script",
    ]);
    expect(added.code).toBe(0);
    expect((await place.run(["agents"])).stdout).toMatch(/^mine +ready/m);
    const shown = JSON.parse((await place.run(["agents", "show", "mine", "--json"])).stdout) as object;
    expect(shown).toMatchObject({ name: "mine", title: "My own", state: "ready", origin: "custom" });
    expect(await place.run(["run", "--agent", "mine", "say Hello"])).toMatchObject({ code: 0, stdout: "Hello\n" });
    expect((await place.run(["agents", "remove", "mine"])).code).toBe(2);
    expect((await place.run(["agents", "remove", "mine", "--yes"])).code).toBe(0);
    expect((await place.run(["run", "--agent", "mine", "say Hello"])).code).toBe(3);
  });

  it("reports a missing agent and how to fix it", async () => {
    await using place = await openPlace();
    const { stdout } = await place.run(["agents", "list", "--json"], { env: { PATH: "/nowhere" } });
    const { agents } = JSON.parse(stdout) as { agents: { name: string; state: string; remedy?: object }[] };
    expect(agents.find(({ name }) => name === "goose")).toMatchObject({ state: "missing", remedy: {} });
    expect((await place.run(["agents", "show", "nobody"])).code).toBe(3);
  });

  it("installs, updates and removes an agent from a registry", async () => {
    await using place = await openPlace();
    const agent = `#!/bin/sh\nexec "${process.execPath}" "${PARLEY}" script\n`;
    const server = createServer((_request, response) => response.end(agent));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const registry = place.file("registry.json");
    const offer = (version: string): Promise<void> => {
      const sha256 = createHash("sha256").update(agent).digest("hex");
      const binary = { archive: `http://127.0.0.1:${port}/fine`, cmd: "./fine", sha256 };
      const targets = ["linux-x86_64", "linux-aarch64", "darwin-x86_64", "darwin-aarch64"];
      const distribution = { binary: Object.fromEntries(targets.map((target) => [target, binary])) };
      const listed = { id: "fine", name: "Fine agent", version, description: "Does fine things", distribution };
      return writeFile(registry, JSON.stringify({ version: "1.0.0", agents: [listed] }));
    };
    const env = { PARLEY_REGISTRY: registry };
    try {
      await offer("1.0.0");
      expect((await place.run(["agents", "list", "--all"], { env })).stdout).toMatch(/^fine +available +1\.0\.0/m);
      const installed = await place.run(["agents", "install", "fine", "--json"], { env });
      expect(installed).toMatchObject({ code: 0 });
      expect(JSON.parse(installed.stdout)).toMatchObject({ name: "fine", version: "1.0.0", isVerified: true });
      expect(await place.run(["run", "-a", "fine", "say Hello"], { env })).toMatchObject({
        code: 0,
        stdout: "Hello\n",
      });
      await offer("1.1.0");
      const updated = await place.run(["agents", "update", "--json"], { env });
      expect(JSON.parse(updated.stdout)).toEqual({ agents: [{ name: "fine", version: "1.1.0", isChanged: true }] });
      expect((await place.run(["agents", "remove", "fine", "--yes"], { env })).code).toBe(0);
      expect((await place.run(["agents", "install", "nobody"], { env })).code).toBe(3);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  }, 60_000);
});

describe("rules", () => {
  it("are added, listed and revoked", async () => {
    await using place = await openPlace();
    expect((await place.run(["rules"])).stderr).toContain("parley rules add");
    await place.run(["rules", "add", "allow", "execute(npm run *)"]);
    await place.run(["rules", "add", "allow", "read"]);
    await place.run(["rules", "add", "deny", "execute(npm publish *)"]);
    const { stdout } = await place.run(["rules", "list"]);
    expect(stdout).toMatch(/machine:autoReject\[0\] +deny +execute\(npm publish \*\)/);
    const both = ["rules", "revoke", "machine:autoAllow[0]", "machine:autoAllow[1]"];
    expect((await place.run(both)).code).toBe(0);
    const left = JSON.parse((await place.run(["rules", "list", "--json"])).stdout) as { rules: object[] };
    expect(left.rules).toMatchObject([{ verdict: "deny", text: "execute(npm publish *)" }]);
    expect((await place.run(["rules", "add", "allow", "dance(*)"])).code).toBe(2);
    const { stderr: named } = await place.run(["rules", "add", "deny", "node"]);
    expect(named).toContain('For the command: parley rules add deny "execute(node *)"');
    expect((await place.run(["rules", "add", "deny", "no_such_program"])).stderr).not.toContain("For the command");
    expect((await place.run(["rules", "revoke", "nothing"])).code).toBe(2);
  });
});

describe("doctor", () => {
  it("finds no problems on a fresh machine", async () => {
    await using place = await openPlace();
    const { stdout, code } = await place.run(["doctor", "--json"]);
    expect(code).toBe(0);
    const { findings, isHealthy } = JSON.parse(stdout) as {
      isHealthy: boolean;
      findings: { id: string; health: string }[];
    };
    expect(isHealthy).toBe(true);
    expect(findings.filter(({ health }) => health === "fail")).toEqual([]);
    const ids = findings.map(({ id }) => id);
    for (const id of ["node", "home", "config", "rules", "sessions", "leftovers"]) expect(ids).toContain(id);
  });

  it("reports problems with fixes, and exits with 1", async () => {
    await using place = await openPlace();
    await writeFile(join(place.home, "config.json"), '{"color": "red"}');
    await writeFile(join(place.home, "rules.json"), "{");
    await chmod(place.home, 0o755);
    const { stdout, code } = await place.run(["doctor"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^fail {2}.*config\.json: color is "red"/m);
    expect(stdout).toMatch(/^fail {2}.*rules\.json is not JSON/m);
    expect(stdout).toMatch(/^warn {2}Other users .*\n +chmod 700 /m);
  });

  it("reports a default agent that does not exist", async () => {
    await using place = await openPlace();
    const { stdout, code } = await place.run(["doctor"], { env: { PARLEY_AGENT: "nobody" } });
    expect(code).toBe(1);
    expect(stdout).toContain("The default agent nobody cannot be used");
  });
});
