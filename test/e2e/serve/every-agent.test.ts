// Every agent that the server lists answers on every protocol; a session follows the mode that is chosen in it.
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { call, callJson, connectAcp, DIALECTS, type AcpClient } from "./prompting.ts";
import { serve, type Served } from "./served.ts";

interface Listed {
  readonly agents: readonly {
    readonly name: string;
    readonly metadata: { readonly annotations: { readonly parley: { readonly kind: string } } };
  }[];
}

let place: Place;
let server: Served;

beforeAll(async () => {
  place = await openPlace();
  server = await serve(place);
}, 120_000);

// What one test has opened is not in the way of the next.
afterEach(async () => {
  const { sessions } = await callJson<{ readonly sessions: readonly { id: string }[] }>(
    server,
    "GET",
    "/sessions?limit=200",
  );
  for (const { id } of sessions) await call(server, "DELETE", `/sessions/${id}`);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
}, 60_000);

describe("every agent of GET /agents", { timeout: 300_000 }, () => {
  it.each(Object.entries(DIALECTS))("answers a prompt over %s", async (_name, prompt) => {
    const { agents } = await callJson<Listed>(server, "GET", "/agents?limit=1000");
    // Other agents that this machine happens to have would ask their own models.
    const ours = agents.filter(
      ({ name, metadata }) => ["mode", "auto"].includes(metadata.annotations.parley.kind) || name === "script",
    );
    const names = ours.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["backend", "assistant", "specialist", "app-maker", "script", "auto"]),
    );
    for (const agent of names) {
      const said = await prompt(server, { agent, text: `say Hello, ${agent}`, cwd: place.work });
      expect(`${agent}: ${said}`).toContain(agent === "app-iterator" ? "app" : `Hello, ${agent}`);
    }
  });
});

describe("modes that are not conversations", { timeout: 120_000 }, () => {
  it.each(Object.entries(DIALECTS))("return a prompt or one completion over %s", async (name, prompt) => {
    const cwd = place.work;
    const planned = await prompt(server, { agent: "planner", text: "Fix the login, then test it", cwd });
    expect(planned).toMatch(/^You plan\..*Fix the login, then test it/s);
    expect(await prompt(server, { agent: "recipe-maker", text: "any login", cwd })).toMatch(/^You make recipes\./);
    expect(await prompt(server, { agent: "judge", text: 'say {"verdict":"ask"}', cwd })).toBe('{"verdict":"ask"}');
    const file = place.file(`by-${name}`);
    await prompt(server, { agent: "judge", text: `write ${file} x\nrun touch ${file}`, cwd });
    expect(existsSync(file)).toBe(false);
  });
});

describe("a custom mode", { timeout: 120_000 }, () => {
  it("is listed as an agent as soon as its file exists, and answers on every protocol", async () => {
    const listed = async (): Promise<readonly string[]> =>
      (await callJson<Listed>(server, "GET", "/agents?limit=1000")).agents.map(({ name }) => name);
    expect(await listed()).not.toContain("poet");
    const folder = join(place.home, "modes");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "broken.md"), "---\ntool_groups: 7\n---\nx\n");
    await writeFile(join(folder, "poet.md"), "---\ndescription: Rhymes\nslot: assistant\n---\nYou rhyme.\n");
    for (const [name, prompt] of Object.entries(DIALECTS)) {
      const said = await prompt(server, { agent: "poet", text: `say Roses for ${name}`, cwd: place.work });
      expect(said).toContain(`Roses for ${name}`);
    }
    await expect.poll(listed).toEqual(expect.arrayContaining(["poet"]));
    await rm(join(folder, "poet.md"));
    await expect.poll(listed).not.toContain("poet");
  });
});

describe("the mode of a session", { timeout: 120_000 }, () => {
  const open = async ({ connection }: AcpClient): Promise<string> => {
    const { sessionId } = await connection.agent.request("session/new", {
      cwd: place.work,
      mcpServers: [],
      _meta: { parley: { agent: "backend" } },
    });
    return sessionId;
  };
  const agentOf = async (id: string): Promise<unknown> =>
    (await callJson<{ readonly agent: unknown }>(server, "GET", `/sessions/${id}`)).agent;

  it("is that of the selected slot, and applies to the next prompt", async () => {
    using peer = await connectAcp(server);
    const sessionId = await open(peer);
    const { agent } = peer.connection;
    const { configOptions } = await agent.request("session/set_config_option", {
      sessionId,
      configId: "slot",
      value: "assistant",
    });
    expect(configOptions).toContainEqual(expect.objectContaining({ id: "mode", currentValue: "assistant" }));
    expect(await agentOf(sessionId)).toBe("assistant");
    await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "say Still here" }] });
    expect(peer.said()).toContain("Still here");
    expect(await agentOf(sessionId)).toBe("assistant");
    await agent.request("session/set_mode", { sessionId, modeId: "qa" });
    expect(await agentOf(sessionId)).toBe("qa");
    await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "/mode specialist" }] });
    await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "say And again" }] });
    expect(peer.said()).toContain("And again");
    expect(await agentOf(sessionId)).toBe("specialist");
  });

  it("can be one that is not offered, and is kept if the new one is unknown", async () => {
    using peer = await connectAcp(server);
    const sessionId = await open(peer);
    const { agent } = peer.connection;
    await agent.request("session/set_mode", { sessionId, modeId: "planner" });
    expect(await agentOf(sessionId)).toBe("planner");
    await expect(agent.request("session/set_mode", { sessionId, modeId: "nosuch" })).rejects.toThrow(/nosuch/);
    expect(await agentOf(sessionId)).toBe("planner");
  });

  it("cannot be one that is turned off", async () => {
    using peer = await connectAcp(server);
    const sessionId = await open(peer);
    const { agent } = peer.connection;
    await callJson(server, "POST", "/agent/entries/sre/disable");
    await expect(agent.request("session/set_mode", { sessionId, modeId: "sre" })).rejects.toThrow(/sre|SRE/);
    expect(await agentOf(sessionId)).toBe("backend");
  });

  it("is set by run --mode, with and without a server", async () => {
    for (const env of [{}, place.inSecondHome]) {
      const run = ["run", "--agent", "parley", "--mode", "assistant", "say From the command line"];
      expect(await place.run(run, { env })).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("From the command line"),
      });
    }
  });
});
