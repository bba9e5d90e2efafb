import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { resolveSettings, settings, type Settings } from "./settings.ts";

const defaults: Settings = {
  logLevel: "warn",
  color: "auto",
  notifications: "auto",
  pictures: "auto",
  agent: "parley",
  level: "supervised",
  approve: "ask",
  mode: undefined,
  model: undefined,
  maxTurns: undefined,
  maxCost: undefined,
  sandbox: "off",
  snapshots: true,
  pty: true,
  registry: undefined,
  server: "auto",
  agentIdleSeconds: 1_800,
  answerTimeoutSeconds: 86_400,
};

describe("resolveSettings", () => {
  it("falls back to the defaults", () => {
    expect(resolveSettings([])).toEqual(defaults);
  });

  it("lets the strongest layer win for each setting, in any order of the layers", () => {
    const user = { layer: "user", origin: "config.json", values: { logLevel: "info", color: "never" } } as const;
    const workspace = { layer: "workspace", origin: ".parley/config.json", values: { logLevel: "error" } } as const;
    const session = { layer: "session", origin: "session", values: { logLevel: "silent", agent: "goose" } } as const;
    const flag = { layer: "flag", origin: "--log-level", values: { logLevel: "debug" } } as const;
    expect(resolveSettings([user, workspace])).toEqual({ ...defaults, logLevel: "error", color: "never" });
    expect(resolveSettings([user, session, workspace])).toMatchObject({ logLevel: "silent", agent: "goose" });
    expect(resolveSettings([workspace, flag, session, user])).toMatchObject({ logLevel: "debug", color: "never" });
  });

  it.each([
    ["environment", "Environment", "PARLEY_MAX_TURNS"],
    ["flag", "Command line", "--max-turns"],
    ["user", "config.json", "config.json: maxTurns"],
  ] as const)("names a value that does not fit as it was written: %s", (layer, origin, written) => {
    expect(() => resolveSettings([{ layer, origin, values: { maxTurns: "0" } }])).toThrow(
      `${written} is "0"; expected a whole number above 0`,
    );
  });

  it.each([
    ["on", true],
    ["true", true],
    [true, true],
    ["off", false],
    ["false", false],
    [false, false],
  ])("reads %j as a switch", (snapshots, expected) => {
    expect(resolveSettings([{ layer: "user", origin: "", values: { snapshots } }]).snapshots).toBe(expected);
  });

  it.each([
    ["snapshots", 1, "on or off"],
    ["agent", "", "a non-empty string"],
    ["model", ["a"], "a non-empty string"],
    ["approve", "yes", "one of ask, all, none, rules"],
    ["agentIdleSeconds", "0", "a whole number of seconds"],
    ["agentIdleSeconds", "soon", "a whole number of seconds"],
  ])("refuses %s = %j", (name, value, expected) => {
    const source = { layer: "user", origin: "config.json", values: { [name]: value } } as const;
    expect(() => resolveSettings([source])).toThrow(`expected ${expected}`);
  });

  it("accepts its own defaults and choices", () => {
    for (const [name, setting] of Object.entries(settings)) {
      for (const value of setting.choices ?? []) {
        expect(() => resolveSettings([{ layer: "user", origin: "", values: { [name]: value } }])).not.toThrow();
      }
    }
  });
});

describe("docs/configuration.md", () => {
  const text = readFileSync(new URL("../../../docs/configuration.md", import.meta.url), "utf8");
  const rows = [...text.matchAll(/^\| `(\w+)` \| `\w+` \| (.*) \| (.*) \|$/gm)];

  it("lists the values that fit, and the defaults", () => {
    expect(rows.map(([, name]) => name)).toEqual(Object.keys(settings));
    for (const [, name = "", values = "", fallback] of rows) {
      const { choices, default: value } = settings[name as keyof Settings];
      expect(values.startsWith((choices ?? []).join(", "))).toBe(true);
      const shown = value === true ? "on" : (value ?? fallback);
      expect(fallback).toBe(String(shown));
    }
  });
});
