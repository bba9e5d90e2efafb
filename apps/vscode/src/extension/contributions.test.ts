import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMAND_IDS, EDITOR_COMMAND_IDS, VIEW_IDS } from "./contributions.ts";

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly name: string }[]>>;
    readonly menus: Readonly<Record<string, readonly { readonly command?: string }[]>>;
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly [field: string]: unknown }>> };
  };
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
}

const read = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, "../..", name), "utf8"));
const manifest = read("package.json") as Manifest;
const words = read("package.nls.json") as Readonly<Record<string, string>>;
const { commands, views, menus, configuration } = manifest.contributes;

describe("the manifest", () => {
  it("declares exactly the commands and views that the extension has", () => {
    expect(commands.map(({ command }) => command).toSorted()).toEqual(
      [...COMMAND_IDS, ...EDITOR_COMMAND_IDS].toSorted(),
    );
    expect(
      Object.values(views)
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(VIEW_IDS.toSorted());
  });

  it("has in its menus only commands that exist", () => {
    const known: readonly string[] = [...COMMAND_IDS, ...EDITOR_COMMAND_IDS];
    const named = Object.values(menus).flatMap((items) => items.flatMap(({ command }) => command ?? []));
    expect(named.filter((command) => !known.includes(command))).toEqual([]);
  });

  it("takes every text from package.nls.json, and uses every one of those", () => {
    const used = [...JSON.stringify(manifest).matchAll(/"%([\w.]+)%"/g)].map(([, key = ""]) => key);
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(words).toSorted());
  });

  it("restricts only settings that exist", () => {
    const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    expect(restrictedConfigurations.filter((name) => !(name in configuration.properties))).toEqual([]);
  });
});
