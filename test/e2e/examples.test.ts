// Everything in examples/ works as its comments say, with the built command and a real server.
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../repository/workspaces.ts";
import { openPlace, PARLEY, type Place } from "./run-parley.ts";
import { serve } from "./serve/served.ts";
import { chromiumPath, openPageHost } from "./serve/surfaces/browser-page.ts";

const execute = promisify(execFile);
const example = (name: string): string => join(root, "examples", name);

describe("examples", () => {
  let place: Place;
  let env: Record<string, string>;

  beforeAll(async () => {
    place = await openPlace();
    const bin = join(place.home, "bin");
    await mkdir(bin);
    await writeFile(join(bin, "parley"), `#!/bin/sh\nexec "${process.execPath}" "${PARLEY}" "$@"\n`);
    await chmod(join(bin, "parley"), 0o755);
    env = { ...place.env, PATH: [bin, process.env["PATH"]].join(delimiter) };
  });
  afterAll(() => place[Symbol.asyncDispose]());

  it("agent.mjs answers", async () => {
    const args = ["run", "--no-server", "one two three", "--", process.execPath, example("agent.mjs")];
    expect(await place.run(args)).toMatchObject({ code: 0, stdout: "Your prompt has 3 words.\n" });
  });

  it("client.mjs prints an answer and grants no permissions", async () => {
    const prompt = "write made.txt no\nsay Hello";
    const { stdout, stderr } = await execute(process.execPath, [example("client.mjs"), prompt, "parley", "agent"], {
      env,
      cwd: place.work,
    });
    expect(stdout).toMatch(/Hello\n\[end_turn\]\n$/);
    expect(stderr).toContain("Rejected: ");
    expect(await readdir(place.work)).not.toContain("made.txt");
  });

  it("mcp-server.mjs rolls a die for the official MCP client", async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [example("mcp-server.mjs")] }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["roll"]);
    const rolled = await client.callTool({ name: "roll", arguments: { sides: 2 } });
    expect(rolled.content).toEqual([{ type: "text", text: expect.stringMatching(/^You rolled [12] of 2\.$/) }]);
    await expect(client.callTool({ name: "fly" })).rejects.toThrow(/"fly" not found/);
    await client.close();
  });

  it("documenter.md is a mode that writes only Markdown", async () => {
    await mkdir(join(place.home, "modes"), { recursive: true });
    await copyFile(example("documenter.md"), join(place.home, "modes/documenter.md"));
    const prompt = "write guide.md Read this\nwrite main.js bad()\nsay Done";
    const args = ["run", "--no-server", "--agent", "parley", "--mode", "documenter", "--approve", "all", prompt];
    expect(await place.run(args)).toMatchObject({ code: 0 });
    expect(await readdir(place.work)).toContain("guide.md");
    expect(await readdir(place.work)).not.toContain("main.js");
  });

  it.each([
    [false, 0],
    [true, 1],
  ])("review.sh: serious is %s, so the exit code is %i", async (serious, code) => {
    const repository = place.file(`reviewed-${code}`);
    await mkdir(repository);
    const git = (...args: readonly string[]): Promise<unknown> =>
      execute("git", ["-c", "user.name=T", "-c", "user.email=t@example.com", ...args], { cwd: repository });
    await git("init", "--quiet");
    await git("commit", "--quiet", "--allow-empty", "--message", "first");
    await writeFile(join(repository, "a.txt"), "one\n");
    await git("add", ".");
    await git("commit", "--quiet", "--message", "second");
    const answer = JSON.stringify({ serious, remarks: ["Say two instead"] });
    const reviewed = execute("sh", [example("review.sh"), "HEAD~1"], {
      cwd: repository,
      env: { ...env, REVIEW_PROMPT: `say ${answer}\n#` },
    });
    const ended = await reviewed.then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { readonly code: number; readonly stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    );
    expect(ended).toEqual({ code, stdout: "- Say two instead\n" });
  });

  it.skipIf(chromiumPath === undefined)("page.js and page.html show a session and prompt it", async () => {
    await using pages = await openPageHost();
    await using server = await serve(place, ["--allow-origin", pages.origin]);
    const body = JSON.stringify({ agent: "script", working_dir: place.work });
    const headers = { authorization: `Bearer ${server.token}`, "content-type": "application/json" };
    const created = await fetch(`${server.url}/sessions`, { method: "POST", headers, body });
    await using page = await pages.open(server, ((await created.json()) as { readonly id: string }).id);
    await page.prompt("say Hello page");
    await expect(page.seesPrompt("say Hello page", "page")).resolves.toBeUndefined();
    await expect(page.seesAnswer("Hello page")).resolves.toBeUndefined();
  });

  it("curl.sh gets an answer on every protocol", async () => {
    await using server = await serve(place, ["--agent", "backend"]);
    const { stdout } = await execute("sh", [example("curl.sh")], {
      env: { ...env, PARLEY_URL: server.url, PARLEY_TOKEN: server.token },
    });
    for (const protocol of ["ACP-REST", "the native API", "A2A"]) expect(stdout).toContain(`"Hello from ${protocol}"`);
    expect(stdout).toMatch(/"protocolVersion":1/);
  });
});

it("every example is listed and tested here", async () => {
  const names = (await readdir(join(root, "examples"))).filter((name) => name !== "README.md");
  const listed = await readFile(join(root, "examples/README.md"), "utf8");
  const tested = await readFile(import.meta.filename, "utf8");
  for (const name of names) {
    expect(listed).toContain(`](${name})`);
    expect(tested).toContain(name);
  }
});
