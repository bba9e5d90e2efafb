// A home folder that cannot be used: every command says so at once, and the doctor says what is wrong.
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPlace } from "./run-parley.ts";

const COMMANDS = [
  ["run", "say hi"],
  ["chat"],
  ["serve", "--port", "0"],
  ["sessions", "list"],
  ["agents", "list"],
  ["rules", "list"],
  ["agent"],
];

describe("an unusable home folder", { timeout: 120_000 }, () => {
  it.skipIf(process.platform !== "linux")("that the kernel refuses is reported by every command", async () => {
    await using place = await openPlace();
    const env = { PARLEY_HOME: "/proc/x" };
    for (const args of COMMANDS) {
      const { code, stderr } = await place.run(args, { env });
      expect({ args, code }).toEqual({ args, code: 2 });
      expect(stderr).toContain("The home folder /proc/x cannot be created");
      expect(stderr).toContain("PARLEY_HOME");
    }
    const { code, stdout } = await place.run(["doctor"], { env });
    expect(code).not.toBe(0);
    expect(stdout).toContain("/proc/x cannot be created");
  });

  it("that is a file, or is below one, is reported", async () => {
    await using place = await openPlace();
    const file = place.file("file");
    await writeFile(file, "");
    const inPlace = await place.run(["sessions", "list"], { env: { PARLEY_HOME: file } });
    expect(inPlace).toMatchObject({ code: 2, stderr: expect.stringContaining("is not a folder") as string });
    const onTheWay = await place.run(["sessions", "list"], { env: { PARLEY_HOME: join(file, "home") } });
    expect(onTheWay).toMatchObject({ code: 2, stderr: expect.stringContaining("is not a folder") as string });
    const doctor = await place.run(["doctor"], { env: { PARLEY_HOME: file } });
    expect(doctor.stdout).toContain("is not a folder");
  });

  it("is created with its parents if possible, but not by the doctor", async () => {
    await using place = await openPlace();
    const home = place.file("a", "b", "home");
    await place.run(["doctor"], { env: { PARLEY_HOME: home } });
    expect(existsSync(place.file("a"))).toBe(false);
    expect(await place.run(["sessions", "list"], { env: { PARLEY_HOME: home } })).toMatchObject({ code: 0 });
    expect(existsSync(home)).toBe(true);
  });
});

/** Ends its turns with a stop reason that the protocol does not have. Travels as text. */
const ENDS_WITH_ERROR = `
  const send = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method } = JSON.parse(line);
    if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
    else if (method === "session/new") send({ id, result: { sessionId: "s" } });
    else if (method === "session/prompt") send({ id, result: { stopReason: "error" } });
  });
`;

describe("a turn that ends with the stop reason error", { timeout: 60_000 }, () => {
  it("is reported, and fails the run", async () => {
    await using place = await openPlace();
    const { code, stderr } = await place.run(["run", "hi", "--", process.execPath, "-e", ENDS_WITH_ERROR]);
    expect(code).toBe(1);
    expect(stderr).toContain('The agent ended the turn with the stop reason "error".');
  });
});
