// A misspelt key in a file that a person wrote: said once where they look, with the nearest name, and never the end of a command.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlace, type Place } from "./run-parley.ts";

let place: Place;
beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place[Symbol.asyncDispose]());

async function configure(config: object): Promise<void> {
  await writeFile(join(place.home, "config.json"), JSON.stringify(config));
}

it("is a warning on stderr and in the doctor's report", { timeout: 90_000 }, async () => {
  await configure({ maxTurn: 3, agents: { mine: { command: "/bin/true", titel: "Mine" } } });
  const listed = await place.run(["rules", "list"]);
  expect(listed.code).toBe(0);
  expect(listed.stderr.match(/unknown setting/g)).toHaveLength(2);
  expect(listed.stderr).toContain('config.json: unknown setting "maxTurn" (did you mean "maxTurns"?)');
  expect(listed.stderr).toContain('unknown setting "agents.mine.titel" (did you mean "title"?)');
  const { stdout, stderr } = await place.run(["doctor", "--json"]);
  const { findings } = JSON.parse(stdout) as { findings: readonly { id: string; health: string; text: string }[] };
  const texts = findings.filter(({ id, health }) => id === "config" && health === "warn").map(({ text }) => text);
  expect(texts).toEqual([expect.stringContaining('"maxTurn"'), expect.stringContaining('"agents.mine.titel"')]);
  expect(stderr).not.toContain("unknown setting");
});

it("is not a warning if it is $schema, in any of the files", { timeout: 90_000 }, async () => {
  await configure({ $schema: "./config.schema.json", maxTurns: 3 });
  await writeFile(join(place.home, "rules.json"), JSON.stringify({ $schema: "./rules.schema.json", version: 1 }));
  await mkdir(join(place.home, "modes"), { recursive: true });
  const mode = { $schema: "./mode.schema.json", description: "Writes docs", instructions: "Write docs." };
  await writeFile(join(place.home, "modes", "writer.json"), JSON.stringify(mode));
  await mkdir(join(place.home, "recipes"), { recursive: true });
  const recipe = { $schema: "./recipe.schema.json", title: "Hello", description: "Says hello", prompt: "say Hello" };
  await writeFile(join(place.home, "recipes", "hello.json"), JSON.stringify(recipe));
  const run = await place.run(["recipe", "run", "hello", "--no-server"]);
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("Hello") });
  expect(run.stderr).not.toContain("$schema");
  const { stdout } = await place.run(["doctor", "--json"]);
  expect(stdout).not.toContain("$schema");
  const added = await place.run(["rules", "add", "deny", "execute(npm publish *)"]);
  expect(added).toMatchObject({ code: 0, stderr: expect.stringContaining("npm publish") });
  const kept = JSON.parse(await readFile(join(place.home, "rules.json"), "utf8")) as object;
  expect(kept).toMatchObject({ $schema: "./rules.schema.json", autoReject: ["execute(npm publish *)"] });
});

it("can be avoided with the schema that `parley schema` prints", { timeout: 90_000 }, async () => {
  await configure({ server: 12 });
  const { code, stdout, stderr } = await place.run(["schema", "config"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({ properties: { model: { type: "string" }, hooks: { type: "array" } } });
  expect(await place.run(["schema", "nothing"])).toMatchObject({ code: 2, stderr: expect.stringContaining("rules") });
});
