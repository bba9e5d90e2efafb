// A home folder that cannot be used: every command says so at once, and the doctor says what is wrong.
import { startWebServer } from "@parley/test-support";
import { existsSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
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

  it.skipIf(process.platform === "win32")("that every user can change is used by no command", async () => {
    await using place = await openPlace();
    // What another user may have put there.
    await using impostor = await startWebServer({
      "/health": (_, response) => void response.end("{}"),
      "/ready": (_, response) => void response.end("{}"),
    });
    await writeFile(join(place.home, "token"), "a".repeat(43), { mode: 0o600 });
    const server = { url: impostor.origin, pid: process.pid, startedAtMs: Date.now() };
    await writeFile(join(place.home, "server.json"), JSON.stringify(server));
    const agents = { script: { command: "touch", args: [place.file("trace")] } };
    await writeFile(join(place.home, "config.json"), JSON.stringify({ agents }));
    for (const mode of [0o777, 0o1777, 0o702]) {
      await chmod(place.home, mode);
      for (const args of COMMANDS) {
        // As by default: a server in the background would be started.
        const { code, stderr } = await place.run(args, { env: { PARLEY_SERVER: "auto" } });
        expect({ args, code }).toEqual({ args, code: 2 });
        expect(stderr).toContain("can be changed by every user of this machine");
        expect(stderr).toContain(`chmod 700 ${place.home}`);
      }
    }
    expect(impostor.requests).toEqual([]);
    expect(existsSync(place.file("trace"))).toBe(false);
    const { stdout, code } = await place.run(["doctor"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^fail {2}Every user of this machine can change .*\n +chmod 700 /m);
    await chmod(place.home, 0o770);
    expect((await place.run(["rules", "list"])).code).toBe(0);
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
