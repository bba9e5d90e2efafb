// A hostile agent in the sandbox of the built command: it neither reads a planted secret, writes outside, reaches a forbidden host, nor survives.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectAcp } from "../serve/prompting.ts";
import { serve } from "../serve/served.ts";
import {
  hasSandbox,
  openHostilePlace,
  readingLines,
  reason,
  SECRET,
  writingLines,
  type HostilePlace,
} from "./hostile-agent.ts";

/** An agent as the server lists it. */
interface Listed {
  readonly name?: string;
  readonly kind?: string;
  readonly sandbox?: string;
}

let hostile: HostilePlace;
beforeAll(async () => {
  hostile = await openHostilePlace();
});
afterAll(() => hostile[Symbol.asyncDispose]());

/** What the agent said, and what Parley did. */
async function prompt(line: string, ...flags: readonly string[]) {
  const { place, env, program } = hostile;
  const args = ["run", "--no-server", ...flags, line, "--", process.execPath, program];
  return place.run(args, { env });
}

/** Whether a process was started under this name. */
function isNamed(pid: string, name: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").startsWith(`${name}\0`);
  } catch {
    return false; // Gone already.
  }
}

function listOutside(): string {
  const { place } = hostile;
  const find = ["-not", "-path", `${place.work}*`, "-not", "-path", `${place.home}*`, "-printf", "%p %s %m\n"];
  return execFileSync("find", [join(place.work, ".."), ...find]).toString();
}

describe.skipIf(!hasSandbox)(`a hostile agent${reason}`, { timeout: 180_000 }, () => {
  it("reads the secrets and writes outside without a sandbox, which proves that the attacks work", async () => {
    expect((await prompt(readingLines(hostile))).stdout).toContain(SECRET);
    expect((await prompt(`touch ${hostile.user}/without; ls ${hostile.user}`)).stdout).toContain("without");
    execFileSync("sh", ["-c", `cd ${hostile.place.work} && rm -rf y link hard && { [ -d x ] && mv x infra || true; }`]);
  });

  it.each(["--sandbox", "--sandbox=limited", "--sandbox=offline"])("reads no secret with %s", async (flag) => {
    const { code, stdout, stderr } = await prompt(readingLines(hostile), flag);
    expect(stdout).toContain("ended");
    expect([code, `${stdout}${stderr}`.includes(SECRET)]).toEqual([0, false]);
  });

  it("writes nothing outside its folder", async () => {
    const before = listOutside();
    const { stdout } = await prompt(`${writingLines(hostile)}; touch inside`, "--sandbox");
    expect(stdout).not.toContain("wrote-sysctl");
    expect(listOutside()).toBe(before);
    expect(await readFile(join(hostile.place.home, "rules.json"), "utf8")).toContain("infra");
    expect(execFileSync("ls", [hostile.place.work]).toString()).toContain("inside");
    expect(execFileSync("sh", ["-c", "ls -d /made /etc/made /usr/made /opt/made 2>/dev/null || true"]).toString()).toBe(
      "",
    );
  });

  it("reaches no forbidden host, and the session reports the attempts", async () => {
    const server = createServer((socket) => socket.end(SECRET)).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    const direct = `node -e 'require("net").connect(${port},"127.0.0.1").on("data",d=>console.log(String(d))).on("error",e=>console.log(e.code))'`;
    // Newer Node versions would send a request of the usual agent through the proxy, as a request to itself.
    const tunnel = `node -e 'const h=require("http"),u=new URL(process.env.HTTPS_PROXY??"http://127.0.0.1:9");h.request({agent:false,port:u.port,method:"CONNECT",path:"127.0.0.1:${port}"}).on("connect",(r,s,d)=>{console.log(r.statusCode,String(d));s.on("data",d=>console.log(String(d)));if(r.statusCode!==200)s.destroy()}).on("error",e=>console.log(e.code)).end()'`;
    try {
      expect((await prompt(direct, "--sandbox")).stdout).toContain(SECRET);
      for (const flag of ["--sandbox=limited", "--sandbox=offline"]) {
        const { stdout } = await prompt(`${direct}; ${tunnel}`, flag);
        expect([flag, stdout.includes(SECRET)]).toEqual([flag, false]);
      }
      const { stdout } = await prompt(tunnel, "--sandbox=limited", "--format", "ndjson");
      expect(stdout).toContain(`Blocked by the sandbox: 127.0.0.1:${port} is not among the hosts of this sandbox`);
    } finally {
      server.close();
    }
  });

  it("does not survive, however it detaches and however Parley exits", async () => {
    const { place, env, program } = hostile;
    const mark = `survivor-${process.pid}`;
    const sleeper = `exec -a ${mark} sleep 300`;
    const daemon = [
      `(setsid bash -c 'trap "" TERM HUP; (bash -c "${sleeper}" &); ${sleeper}' > /dev/null 2>&1 &)`,
      `(env -i setsid bash -c '${sleeper}' > /dev/null 2>&1 &)`,
      "sleep 1",
    ].join("; ");
    const alive = (): string[] => readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isNamed(name, mark));
    await prompt(daemon, "--sandbox");
    await expect.poll(alive).toEqual([]);
    const args = ["run", "--no-server", "--sandbox", `${daemon}; sleep 300`, "--", process.execPath, program];
    const running = place.start(args, { env });
    await expect.poll(() => alive().length).toBe(3);
    running.child.kill("SIGKILL");
    await running.ended;
    await expect.poll(alive).toEqual([]);
  });

  it("is refused if its folder cannot be mounted", async () => {
    const { place, env, program, user } = hostile;
    const args = ["run", "--no-server", "--sandbox", "id", "--", process.execPath, program];
    const inHome = await place.run(args, { env, cwd: user });
    expect(inHome).toMatchObject({ code: 3, stdout: "" });
    expect(inHome.stderr).toContain("The sandbox cannot show");
  });

  it("runs in the sandbox of its session on a server, as configured", async () => {
    const { place, env, config } = hostile;
    await writeFile(join(place.home, "config.json"), JSON.stringify(config));
    await using server = await serve(place, [], { env });
    const ask = async (meta: object, text: string): Promise<string> => {
      using peer = await connectAcp(server);
      const { agent } = peer.connection;
      const parley = { agent: "hostile", ...meta };
      const { sessionId } = await agent.request("session/new", { cwd: place.work, mcpServers: [], _meta: { parley } });
      await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
      return peer.said();
    };
    const secret = `cat ${hostile.user}/.ssh/id_ed25519`;
    expect(await ask({}, secret)).toContain(SECRET);
    const said = await ask({ sandbox: "offline" }, `${readingLines(hostile)}; ls -A ${hostile.user}`);
    expect([said.includes("ended"), said.includes(SECRET)]).toEqual([true, false]);
    await expect(ask({ sandbox: "strict" }, secret)).rejects.toThrow("_meta.parley.sandbox");
    const agents = { hostile: { ...Object.values(config)[0].hostile, sandbox: "on" } };
    await writeFile(join(place.home, "config.json"), JSON.stringify({ agents }));
    const configured = await ask({}, readingLines(hostile));
    const { entries } = (await (await server.fetch("/agent/entries")).json()) as { entries: Listed[] };
    expect(entries.find(({ name }) => name === "hostile")?.sandbox).toBe("on");
    const modes = entries.filter(({ kind }) => kind === "mode");
    expect([modes.length > 0, modes.filter(({ sandbox }) => sandbox !== "off")]).toEqual([true, []]);
    const manifest = (await (await server.fetch("/agents/hostile")).json()) as {
      metadata: { annotations: { parley: Listed } };
    };
    expect(manifest.metadata.annotations.parley.sandbox).toBe("on");
    expect([configured.includes("ended"), configured.includes(SECRET)]).toEqual([true, false]);
    await writeFile(join(place.home, "config.json"), "{}");
  });

  it("shows what is visible inside, and whether a sandbox is available", async () => {
    const { place, env, config } = hostile;
    await writeFile(join(place.home, "config.json"), JSON.stringify(config));
    const { stdout } = await place.run(["agents", "show", "hostile", "--json"], { env });
    const { sandbox } = JSON.parse(stdout) as { sandbox: { setting: string; places: Record<string, string[]> } };
    expect(sandbox.setting).toBe("off");
    expect(sandbox.places["writable"]).toEqual([place.work]);
    expect(sandbox.places["readOnly"]).toEqual(expect.arrayContaining(["/usr", "/etc", join(hostile.program, "..")]));
    expect(sandbox.places["private"]).toEqual([hostile.user, "/tmp", "/var/tmp", "/run"]);
    expect(sandbox.places["hidden"]).toContain(join(place.work, "infra"));
    expect((await place.run(["doctor"], { env })).stdout).toContain("Sandbox: ");
  });
});

describe.skipIf(!hasSandbox)(`the built-in agent${reason}`, { timeout: 120_000 }, () => {
  const offline = { PARLEY_MODEL: "offline/script", PARLEY_AGENT: "parley" };

  it("runs its commands in the sandbox, unless the user allows one outside", async () => {
    const { place, env } = hostile;
    const run = (text: string, ...flags: readonly string[]) =>
      place.run(["run", "--no-server", "--agent", "parley", "--approve", "all", "--format", "ndjson", ...flags, text], {
        env: { ...env, ...offline },
      });
    const secret = `cat ${hostile.user}/.ssh/id_ed25519`;
    expect((await run(`run ${secret}`)).stdout).toContain(SECRET);
    const inside = await run(`run ${secret}; echo reached`, "--sandbox=offline");
    expect([inside.stdout.includes("reached"), inside.stdout.includes(SECRET)]).toEqual([true, false]);
    const inHome = await place.run(["run", "--no-server", "--agent", "parley", "--sandbox", "run id"], {
      env: { ...env, ...offline },
      cwd: hostile.user,
    });
    expect(`${inHome.stdout}${inHome.stderr}`).toContain("The sandbox cannot show");
  });
});
