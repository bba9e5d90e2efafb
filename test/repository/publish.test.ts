// Every package could be published as it stands: its manifest says what its files are.
import { VERSION } from "@parley/base";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { describe, expect, it } from "vitest";
import { readManifest, root, workspaces } from "./workspaces.ts";

const packages = Object.values(workspaces).filter(({ folder }) => folder.startsWith("packages/"));

describe.each(packages)("$folder", ({ folder }) => {
  it("has a manifest that npm's tools understand", async () => {
    const { messages, pkg } = await publint({ pkgDir: join(root, folder), pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it("ships nothing but what was built", () => {
    expect(readManifest(folder)).toMatchObject({ files: ["dist"], type: "module", license: "MIT" });
  });
});

it("all packages have the version that Parley prints", () => {
  const folders = [".", ...Object.values(workspaces).map(({ folder }) => folder)];
  expect(folders.map((folder) => [folder, readManifest(folder).version])).toEqual(
    folders.map((folder) => [folder, VERSION]),
  );
});

describe.each(["rpc", "acp", "client", "policy", "script"])("packages/%s, which others may use", (name) => {
  it("has a README and the licence", () => {
    const read = (file: string): string => readFileSync(join(root, "packages", name, file), "utf8");
    expect(read("README.md")).toMatch(new RegExp(`^# @parley/${name}\n`));
    expect(read("LICENSE")).toBe(readFileSync(join(root, "LICENSE"), "utf8"));
  });
});
