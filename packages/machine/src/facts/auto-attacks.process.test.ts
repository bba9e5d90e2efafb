import { createTempFolder } from "@parley/test-support";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AUTO_ATTACKS, type AutoAttack } from "./testing/auto-attacks.ts";
import { judgeLine } from "./testing/judge.ts";
import { setScene, type Scene } from "./testing/scene.ts";
import { prepareWorkplace, SECRET } from "./testing/workplace.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await setScene(createTempFolder, { inherited: { PATH: process.env["PATH"] } });
  await prepareWorkplace(scene);
  const lines = Array.from({ length: 400 }, (_, index) => `line ${(index * 7919) % 400} ${"x".repeat(100)}`);
  await writeFile(scene.inside.file("big.txt"), lines.join("\n"));
});
afterAll(() => scene[Symbol.asyncDispose]());

function place(attack: AutoAttack): AutoAttack {
  const fill = (text: string): string => text.replaceAll("@", scene.inside.path);
  const variables = Object.entries(attack.environment ?? {}).map(([name, value]) => [name, fill(value)]);
  const environment = attack.environment === undefined ? undefined : Object.fromEntries(variables);
  return { ...attack, line: fill(attack.line), environment };
}

/** Whether it does what it is said to do, with a real shell and real programs. */
async function works({ line, cwd = ".", environment, proof }: AutoAttack): Promise<boolean> {
  const traceFile = scene.outside.file("trace");
  await rm(traceFile, { force: true });
  const child = spawn("/bin/bash", ["--norc", "-c", line], {
    cwd: scene.inside.file(cwd),
    env: { PATH: process.env["PATH"], HOME: scene.outside.path, TRACE: traceFile, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 20_000,
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(child, "close");
  return proof === "trace" ? existsSync(traceFile) : Buffer.concat(chunks).includes(SECRET);
}

describe.skipIf(process.platform !== "linux")("lines that only seem to look", () => {
  it("are not allowed at the level auto", async () => {
    expect(AUTO_ATTACKS.length).toBeGreaterThan(80);
    const allowed: string[] = [];
    for (const attack of AUTO_ATTACKS.map(place)) {
      const { verdict } = await judgeLine(scene, attack, "auto");
      if (verdict === "allow") allowed.push(`${attack.line} ${JSON.stringify(attack.environment ?? {})}`);
    }
    expect(allowed).toEqual([]);
  });

  it("run a program or show a secret, or they would be no attacks", { timeout: 120_000 }, async () => {
    const idle: string[] = [];
    for (const attack of AUTO_ATTACKS.map(place)) {
      if (attack.proof !== undefined && !(await works(attack))) idle.push(attack.line);
    }
    expect(idle).toEqual([]);
  });
});
