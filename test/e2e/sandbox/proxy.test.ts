// `parley proxy --sandbox -- CMD`: any client's agent in a sandbox, by the built command.
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Outcome } from "../run-parley.ts";
import { sees } from "../serve/served.ts";
import { hasSandbox, openHostilePlace, readingLines, reason, SECRET, type HostilePlace } from "./hostile-agent.ts";

describe.skipIf(!hasSandbox)(`the proxy's sandbox${reason}`, { timeout: 120_000 }, () => {
  let hostile: HostilePlace;
  beforeAll(async () => {
    hostile = await openHostilePlace();
  });
  afterAll(() => hostile[Symbol.asyncDispose]());

  /** As a client talks to the agent behind the proxy: one prompt. */
  const prompt = (text: string, ...flags: readonly string[]): Promise<Outcome> => {
    const { place, env, program } = hostile;
    const messages = [
      { id: 0, method: "initialize", params: { protocolVersion: 1 } },
      { id: 1, method: "session/new", params: { cwd: place.work, mcpServers: [] } },
      { id: 2, method: "session/prompt", params: { sessionId: "s1", prompt: [{ type: "text", text }] } },
    ];
    const input = messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
    return place.run(["proxy", "--no-feed", ...flags, "--", process.execPath, program], { env, input });
  };

  it("is off by default", async () => {
    expect((await prompt(`cat ${hostile.user}/.ssh/id_ed25519`)).stdout).toContain(SECRET);
  });

  it.each(["--sandbox", "--sandbox=limited", "--sandbox=offline"])("protects the secrets with %s", async (flag) => {
    const { code, stdout, stderr } = await prompt(`${readingLines(hostile)}; touch inside-${flag}`, flag);
    expect(stdout).toContain("ended");
    expect([code, `${stdout}${stderr}`.includes(SECRET)]).toEqual([0, false]);
    expect(readdirSync(hostile.place.work)).toContain(`inside-${flag}`);
  });

  it("follows the settings", async () => {
    const { place, env, program } = hostile;
    const args = ["proxy", "--no-feed", "--", "/bin/sh", "-c", `cat ${hostile.user}/.ssh/id_ed25519; ls ${program}`];
    const { stdout } = await place.run(args, { env: { ...env, PARLEY_SANDBOX: "on" } });
    expect(stdout).not.toContain(SECRET);
  });

  it("reports each host that the limited network refused", async () => {
    const server = createServer((socket) => socket.end(SECRET)).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    try {
      const { stdout, stderr } = await prompt(
        `curl -s -m 5 -p -x $HTTPS_PROXY http://127.0.0.1:${port}/`,
        "--sandbox=limited",
      );
      expect(stdout).not.toContain(SECRET);
      expect(stderr).toContain(`parley proxy: blocked by the sandbox: 127.0.0.1:${port} is not among the hosts`);
    } finally {
      server.close();
    }
  });

  it("forwards signals to the agent, and leaves nothing behind", async () => {
    const { place, env } = hostile;
    const mark = `proxied-${process.pid}`;
    const line = `trap 'echo got it; exit 42' TERM; (exec -a ${mark} sleep 300) & echo ready; while :; do sleep 0.05; done`;
    const running = place.start(["proxy", "--no-feed", "--sandbox", "--", "/bin/bash", "-c", line], {
      env,
      keepsInputOpen: true,
    });
    await sees(running, "ready");
    running.child.kill("SIGTERM");
    const { code, stdout } = await running.ended;
    expect([code, stdout]).toEqual([42, "ready\ngot it\n"]);
    expect(findNamed(mark)).toEqual([]);
  });

  it("refuses a folder that cannot be mounted", async () => {
    const { place, env, user } = hostile;
    const refused = await place.run(["proxy", "--no-feed", "--sandbox", "--", "/bin/cat"], { env, cwd: user });
    expect(refused).toMatchObject({ code: 3, stdout: "" });
    expect(refused.stderr).toContain("The sandbox cannot show");
  });
});

/** Processes that were started under this name. */
function findNamed(name: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "latin1").startsWith(`${name}\0`);
    } catch {
      return false; // Gone already.
    }
  });
}
