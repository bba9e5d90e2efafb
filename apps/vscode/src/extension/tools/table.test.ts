import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { TOOLS } from "./table.ts";

vi.mock("vscode", () => ({}));

interface Declared {
  readonly name: string;
  readonly modelDescription: string;
  readonly inputSchema: object;
}

it("the manifest declares the same tools for the chat of VS Code", () => {
  const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8")) as {
    readonly contributes: { readonly languageModelTools: readonly Declared[] };
  };
  const declared = manifest.contributes.languageModelTools.map(
    ({ name, modelDescription: description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }),
  );
  const offered = TOOLS.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
    one.name < other.name ? -1 : 1;
  expect(declared.toSorted(byName)).toEqual(offered.toSorted(byName));
});
