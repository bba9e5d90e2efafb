// docs/scale.md: its commands for one machine are run to the letter, but for the address of the database and the ports.
import { POSTGRES } from "@parley/test-support/postgres";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../../repository/workspaces.ts";
import { openPlace, PARLEY } from "../run-parley.ts";
import { testPostgres } from "./test-database.ts";

const TEXT = readFileSync(join(root, "docs/scale.md"), "utf8");
const ADDRESS = "postgres://parley:SECRET@127.0.0.1:5432/parley";
const PORTS = ["4721", "4722", "4723"];

async function freePorts(): Promise<readonly string[]> {
  const servers = PORTS.map(() => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => String((server.address() as { port: number }).port));
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}

it.skipIf(POSTGRES === undefined)("three servers on one machine work as written", { timeout: 180_000 }, async () => {
  await using place = await openPlace();
  const blocks = [...TEXT.matchAll(/^```sh one-machine\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block);
  expect(blocks).toHaveLength(2);
  const url = await (await testPostgres()).createDatabase();
  const ports = await freePorts();
  const fit = (text: string): string =>
    PORTS.reduce((fitted, port, index) => fitted.replaceAll(port, ports[index] ?? ""), text.replaceAll(ADDRESS, url));
  const [begin = "", use = ""] = blocks.map(fit);
  expect(begin).toContain(url);
  const bin = place.file("bin");
  mkdirSync(bin);
  symlinkSync(PARLEY, join(bin, "parley"));
  const ready = ports.map((port) => `until curl -s -o /dev/null http://127.0.0.1:${port}/health; do sleep 0.1; done`);
  const script = `set -e\n${begin}\n${ready.join("\n")}\n${use}\nkill $(jobs -p)\nwait`;
  writeFileSync(place.file("script.sh"), script);
  const env = { ...place.env, PATH: `${bin}:${process.env["PATH"]}` };
  const { PARLEY_SERVER: _server, PARLEY_HOME: _home, ...own } = env as Record<string, string>;
  const child = spawn("bash", ["script.sh"], { cwd: place.work, env: own, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const [code] = (await once(child, "close")) as [number | null];
  expect(output).toMatch(/^hello$/m);
  expect(output).toContain("say hello");
  expect([code, output]).toEqual([0, output]);
});

it("the file for Docker Compose names what the command accepts", async () => {
  const [, text = ""] = /^```yaml\n([\s\S]*?)^```/m.exec(TEXT) ?? [];
  const { services } = parse(text) as {
    services: Record<"db" | "node", { image: string; entrypoint?: string; environment: Record<string, string> }>;
  };
  const options = [...(services.node.entrypoint ?? "").matchAll(/--[a-z-]+/g)].map(([option]) => option);
  await using place = await openPlace();
  const { stdout } = await place.run(["serve", "--help"]);
  expect(options.length).toBeGreaterThan(3);
  expect(options.filter((option) => !stdout.includes(option))).toEqual([]);
  const { username, password, pathname, hostname } = new URL(services.node.environment["DATABASE_URL"] ?? "");
  const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = services.db.environment;
  expect([username, password, pathname]).toEqual([POSTGRES_USER, POSTGRES_PASSWORD, `/${POSTGRES_DB}`]);
  expect(Object.keys(services)).toContain(hostname);
});
