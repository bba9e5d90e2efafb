// What a start loads: little, in one file, compiled when it was built; and that it starts without that, too.
import { createTempFolder } from "@parley/test-support";
import { cp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "./run-parley.ts";

const KIB = 1024;
const dist = basename(dirname(PARLEY)) === "bin" ? join(dirname(PARLEY), "..", "dist") : dirname(PARLEY);
const INITIALIZE = { jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: 1 } };

/** Loaded before the command line: says at the end which files were compiled, and whether V8 took what it was given for them. */
const REPORT = `
const { appendFileSync } = require("node:fs");
const { basename } = require("node:path");
const vm = require("node:vm");
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    if (process.env.REPORT_OF !== String(process.ppid)) return;
    appendFileSync(process.env.REPORT_FILE, basename(options.filename) + " " + this.cachedDataRejected + "\\n");
  }
};
`;

/** The files compiled by this process, not by those it starts. */
async function compiledBy(
  place: Place,
  args: readonly string[],
  { input, flags = "" }: { input?: string; flags?: string } = {},
): Promise<Record<string, string>> {
  const [report, file] = [place.file("report.cjs"), place.file("report.txt")];
  await writeFile(report, REPORT);
  await writeFile(file, "");
  const env = { NODE_OPTIONS: `--require ${report} ${flags}`, REPORT_FILE: file, REPORT_OF: String(process.pid) };
  const { code, stderr } = await place.run(args, { env, ...(input !== undefined && { input }) });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = (await readFile(file, "utf8")).trim().split("\n");
  return Object.fromEntries(lines.map((line) => line.split(" ") as [string, string]));
}

async function sizeOf(pattern: RegExp): Promise<number> {
  const name = (await readdir(dist)).find((found) => pattern.test(found)) ?? "";
  return (await stat(join(dist, name))).size;
}

describe("a start", () => {
  it("loads little: the entry, and for an agent or a run only what it is waited for", async () => {
    expect(await sizeOf(/^parley\.cjs$/)).toBeLessThan(4 * KIB);
    expect(await sizeOf(/^main\.cjs$/)).toBeLessThan(64 * KIB);
    // 31 KiB of each are the shapes of secrets: no line of the log is written before they were looked for.
    expect(await sizeOf(/^start-run-[0-9a-f]+\.cjs$/)).toBeLessThan(340 * KIB);
    expect(await sizeOf(/^start-agent-[0-9a-f]+\.cjs$/)).toBeLessThan(360 * KIB);
  });

  // What was compiled at the build holds for the Node that built; `npm run test:nodes` tries others.
  const isOtherNode = process.env["PARLEY_TEST_OTHER_NODE"] !== undefined;

  it.skipIf(isOtherNode)("of an agent compiles nothing that the build did not", async () => {
    await using place = await openPlace();
    const compiled = await compiledBy(place, ["agent"], { input: `${JSON.stringify(INITIALIZE)}\n` });
    expect(Object.keys(compiled)).toEqual([expect.stringMatching(/^start-agent-[0-9a-f]+\.cjs$/)]);
    expect(Object.values(compiled)).toEqual(["false"]);
  });

  it.skipIf(isOtherNode)("of a run compiles two files, and no chunk beside them", async () => {
    await using place = await openPlace();
    const compiled = await compiledBy(place, ["run", "--agent", "script", "--approve", "none", "say hello"]);
    const [start, turn, ...others] = Object.keys(compiled);
    expect([start, turn]).toEqual([
      expect.stringMatching(/^start-run-[0-9a-f]/),
      expect.stringMatching(/^start-run-turn-/),
    ]);
    expect(others).toEqual([]);
    expect(Object.values(compiled)).toEqual(["false", "false"]);
  });

  it("works with flags that what was compiled does not hold for", async () => {
    await using place = await openPlace();
    const args = ["run", "--agent", "script", "--approve", "none", "say hello"];
    const compiled = await compiledBy(place, args, { flags: "--interpreted-frames-native-stack" });
    expect(Object.values(compiled)).toEqual(["true", "true"]);
  });

  it("works where nothing was compiled", async () => {
    await using place = await openPlace();
    await using folder = await createTempFolder();
    await cp(dist, folder.path, { recursive: true, filter: (path) => !/\.(cache|map|d\.ts|tsbuildinfo)$/.test(path) });
    // It is packed, and reads its pack there.
    const agent = [process.execPath, join(folder.path, "parley.cjs"), "agent"];
    const { stdout } = await place.run(["run", "say hello", "--", ...agent], {
      env: { PARLEY_MODEL: "offline/script" },
    });
    expect(stdout).toBe("hello\n");
  });

  it("has traces that name the sources, for those who ask Node for that", async () => {
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
