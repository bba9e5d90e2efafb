// What a start loads: a small entry, and only the chunks that its command needs.
import { readFile, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "./run-parley.ts";
import { serve } from "./serve/served.ts";

const KIB = 1024;
const dist = basename(dirname(PARLEY)) === "bin" ? join(dirname(PARLEY), "..", "dist") : dirname(PARLEY);
const INITIALIZE = { jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: 1 } };

/** Loaded before the command line: notes the files that this process compiles, not those of the processes it starts. */
const REPORT = `
const { appendFileSync } = require("node:fs");
const { Module } = require("node:module");
const compile = Module.prototype._compile;
Module.prototype._compile = function (content, ...rest) {
  if (process.env.REPORT_OF === String(process.ppid)) appendFileSync(process.env.REPORT_FILE, content.length + "\\n");
  return compile.call(this, content, ...rest);
};
`;

/** How many files were compiled, and how long they are together. */
async function compiledBy(
  place: Place,
  args: readonly string[],
  input = "",
): Promise<{ readonly files: number; readonly length: number }> {
  const [report, file] = [place.file("report.cjs"), place.file("report.txt")];
  await writeFile(report, REPORT);
  await writeFile(file, "");
  const env = { NODE_OPTIONS: `--require ${report}`, REPORT_FILE: file, REPORT_OF: String(process.pid) };
  const { code, stderr } = await place.run(args, { env, input });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lengths = (await readFile(file, "utf8")).trim().split("\n").map(Number);
  return { files: lengths.length, length: lengths.reduce((sum, length) => sum + length, 0) };
}

describe("startup", () => {
  it("has a small entry, which is all that --version loads", async () => {
    // It has the tables of all commands, which --help and completion read, and nothing that they do.
    expect((await stat(join(dist, "parley.cjs"))).size).toBeLessThan(84 * KIB);
    await using place = await openPlace();
    const { files, length } = await compiledBy(place, ["--version"]);
    expect(files).toBeLessThan(16);
    expect(length).toBeLessThan(126 * KIB);
  });

  it("of an agent loads only what initialize needs", async () => {
    await using place = await openPlace();
    const { files, length } = await compiledBy(place, ["agent"], `${JSON.stringify(INITIALIZE)}\n`);
    expect(files).toBeLessThan(60);
    expect(length).toBeLessThan(416 * KIB);
  });

  it("of a run loads only what its turn needs", async () => {
    await using place = await openPlace();
    const args = ["run", "--agent", "script", "--approve", "none", "say hello"];
    const { files, length } = await compiledBy(place, args);
    expect(files).toBeLessThan(175);
    expect(length).toBeLessThan(2180 * KIB);
  });

  it("of a run on a server loads nothing that starts or supervises agents", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    const { files, length } = await compiledBy(place, ["run", "--agent", "script", "say hello"]);
    expect(server.pid).toBeGreaterThan(0);
    expect(files).toBeLessThan(80);
    expect(length).toBeLessThan(600 * KIB);
  });

  it("prints stack traces with source files, with Node's --enable-source-maps", async () => {
    await using place = await openPlace();
    const trace = place.file("trace.cjs");
    await writeFile(
      trace,
      `require("node:child_process").spawn = () => process.exit(console.error(new Error().stack));`,
    );
    const env = { NODE_OPTIONS: `--enable-source-maps --require ${trace}` };
    const { stderr } = await place.run(["run", "hello", "--", "no-agent"], { env });
    expect(stderr).toMatch(/packages[/\\]machine[/\\]src[/\\]processes[/\\]guard\.ts:\d+/);
  });
});
