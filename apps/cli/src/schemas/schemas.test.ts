import { parseRecipe } from "@parley/planning";
import { parseCustomAgents } from "@parley/catalogue";
import { resolveSettings, settings, type JsonObject } from "@parley/base";
import { compileRules } from "@parley/policy";
import { Ajv, type ValidateFunction } from "ajv";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SCHEMA_NAMES, type SchemaName } from "../usage/schema.ts";
import { readNotify } from "./notify.ts";
import { readServerKeys } from "./server-keys.ts";
import { createSchema, formatSchema } from "./schemas.ts";

const docs = new URL("../../../../docs/", import.meta.url).pathname;
const ajv = new Ajv({ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true });
const checks = new Map<SchemaName, ValidateFunction>();

function check(name: SchemaName, value: unknown): readonly string[] {
  const validate = checks.get(name) ?? ajv.compile(createSchema(name));
  checks.set(name, validate);
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** JSON blocks of a document. */
function blocksOf(file: string): readonly JsonObject[] {
  const text = readFileSync(join(docs, file), "utf8");
  return [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json = ""]) => JSON.parse(json) as JsonObject);
}

describe("the schemas", () => {
  it.each(SCHEMA_NAMES)("%s matches the file in docs/schemas", async (name) => {
    await expect(formatSchema(name)).toMatchFileSnapshot(join(docs, "schemas", `${name}.schema.json`));
  });

  it("docs/schemas contains no other files", () => {
    const files = SCHEMA_NAMES.map((name) => `${name}.schema.json`).toSorted();
    expect(readdirSync(join(docs, "schemas")).toSorted()).toEqual(files);
  });

  it("accept all documented examples", () => {
    const isConfig = (block: JsonObject): boolean => !("type" in block);
    const configs = ["configuration.md", "agent.md", "server.md", "api.md"].flatMap(blocksOf).filter(isConfig);
    expect(configs.length).toBeGreaterThanOrEqual(4);
    for (const config of configs) expect(check("config", config)).toEqual([]);
    const rules = blocksOf("rules.md");
    expect(rules.length).toBeGreaterThan(0);
    for (const block of rules) expect(check("rules", block)).toEqual([]);
    const hooks = configs.flatMap((config) => ("hooks" in config ? [config["hooks"]] : []));
    expect(hooks.length).toBeGreaterThan(0);
    for (const list of hooks) expect(check("hooks", list)).toEqual([]);
  });

  it("contain every setting, and refuse what the parser refuses", () => {
    const { properties } = createSchema("config") as { properties: JsonObject };
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(settings)));
    for (const name of Object.keys(settings)) {
      for (const value of ["", "auto", "on", "debug", 0, 1, 2.5, -1, 3_000_000_000, true, null, [], {}]) {
        if (check("config", { [name]: value }).length > 0) continue;
        expect(() => resolveSettings([{ layer: "user", origin: "test", values: { [name]: value } }])).not.toThrow();
      }
    }
  });
});

const RULES: readonly JsonObject[] = [
  { $schema: "./rules.schema.json", version: 1, rules: [{ verdict: "deny", kind: "read", paths: ["secrets/**"] }] },
  { rules: [{ verdict: "allow", kind: "execute", program: "npm", prefix: "run test", including: "dangerous" }] },
  { rules: [{ verdict: "ask", kind: ["tool", "mcp"], tools: "deploy*", servers: ["ops"], toolKinds: "edit" }] },
  { rules: [{ verdict: "allow", kind: "fetch", hosts: ["*.example.org"] }], zones: { allow: [], deny: "dist/**" } },
  { autoAllow: ["execute(npm run *)"], autoReject: [] },
  { version: 2 },
  { rulez: [] },
  { rules: {} },
  { rules: [{ verdict: "deny" }] },
  { rules: [{ verdict: "no", kind: "read" }] },
  { rules: [{ verdict: "deny", kind: "read", hosts: "a" }] },
  { rules: [{ verdict: "deny", kind: ["read", "execute"] }] },
  { zones: { alow: [] } },
];

const AGENTS: readonly unknown[] = [
  { mine: { command: "/opt/mine", args: ["--acp"], env: { A: "b" }, title: "Mine", minimumVersion: "1.2.3" } },
  { codex: { sandbox: "limited" } },
  { codex: { sandbox: { mode: true, hosts: ["a.example:443"], read: ["~/.cargo"], write: [] } } },
  { mine: {} },
  { mine: { command: 1 } },
  { mine: { command: "x", args: "y" } },
  { codex: { sandbox: "maybe" } },
  { codex: { sandbox: { reed: [] } } },
  [],
];

const RECIPES: readonly JsonObject[] = [
  {
    $schema: "./recipe.schema.json",
    title: "T",
    description: "D",
    prompt: "Hello {{ name }}",
    parameters: [{ key: "name" }],
  },
  { title: "T", description: "D", instructions: "I", activities: ["a"], author: {}, settings: {} },
  { title: "T", description: "D" },
  { title: "T", prompt: "p" },
  { title: "T", description: "D", prompt: "p", promt: "q" },
  { title: "T", description: "D", prompt: "p", parameters: [{ key: "a", input_type: "list" }] },
];

const KEYS: readonly unknown[] = [
  [{ name: "a", hash: "b", scopes: ["read"] }],
  [{ name: "a", hash: "b", scopes: [] }],
  [{ name: "a", hash: "b", scopes: ["all"] }],
  [{ name: "a" }],
  {},
];

const NOTIFICATIONS: readonly unknown[] = [
  { command: "notify-send Parley" },
  { command: "x", args: ["y"], bell: true, on: ["question"] },
  { command: "" },
  { args: "y" },
  { on: [] },
  { on: ["begun"] },
  { bell: 1 },
  { comand: "x" },
  [],
];

describe("the schema and the parser agree about", () => {
  it.each(NOTIFICATIONS.map((notify) => [JSON.stringify(notify), notify] as const))("notify %s", (_, notify) => {
    const isRead = accepts(() => readNotify({ path: "config.json", values: { notify } }, () => undefined));
    expect(check("config", { notify }).length === 0).toBe(isRead);
  });

  it.each(RULES.map((rules) => [JSON.stringify(rules), rules] as const))("the rules %s", (_, rules) => {
    const { broken } = compileRules([{ layer: "machine", raw: rules }]);
    expect(check("rules", rules).length === 0).toBe(broken.length === 0);
  });

  it.each(AGENTS.map((agents) => [JSON.stringify(agents), agents] as const))("the agents %s", (_, agents) => {
    expect(check("config", { agents }).length === 0).toBe(accepts(() => parseCustomAgents(agents)));
  });

  it.each(RECIPES.map((recipe) => [JSON.stringify(recipe), recipe] as const))("the recipe %s", (_, recipe) => {
    expect(check("recipe", recipe).length === 0).toBe(accepts(() => parseRecipe(recipe)));
  });

  it.each(KEYS.map((keys) => [JSON.stringify(keys), keys] as const))("the keys %s", (_, serverKeys) => {
    const isRead = accepts(() => readServerKeys({ path: "config.json", values: { serverKeys } }));
    expect(check("config", { serverKeys }).length === 0).toBe(isRead);
  });
});

function accepts(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
