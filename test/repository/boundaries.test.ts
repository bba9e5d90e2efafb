// Proves the direction of dependencies by bundling every public entry and reading what went in.
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { readManifest, root, workspaces } from "./workspaces.ts";

interface Bundle {
  readonly workspaces: readonly string[];
  readonly builtins: readonly string[];
}

/** Bundles from source, with the conditions of the platform. */
async function bundle(entry: string, platform: "browser" | "node"): Promise<Bundle> {
  const result = await build({
    stdin: { contents: `export * from ${JSON.stringify(entry)};`, resolveDir: root },
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform,
    conditions: ["parley:source"],
    // The second is what a library falls back to on a Node without web streams: the version we use has no such file.
    external: ["node:*", "web-streams-polyfill/dist/*"],
    logLevel: "silent",
  });
  const inputs = Object.keys(result.metafile.inputs);
  const imports = Object.values(result.metafile.inputs).flatMap((input) => input.imports);
  return {
    workspaces: Object.entries(workspaces)
      .filter(([, { folder }]) => inputs.some((input) => input.startsWith(`${folder}/`)))
      .map(([name]) => name),
    builtins: imports.filter(({ external }) => external).map(({ path }) => path),
  };
}

function entriesOf(name: string, folder: string): string[] {
  const { exports } = readManifest(folder);
  if (typeof exports !== "object" || exports === null) return [`./${folder}/src/main.ts`];
  return Object.keys(exports).map((key) => join(name, key));
}

describe.each(Object.entries(workspaces))("%s", (name, { folder, mayImport, browserSafe }) => {
  const entries = entriesOf(name, folder);

  it.each(entries)("%s reaches only what it may import", async (entry) => {
    const reached = (await bundle(entry, "node")).workspaces;
    expect(reached).toContain(name);
    expect([...mayImport, name]).toEqual(expect.arrayContaining([...reached]));
  });

  it.each(entries.filter((entry) => browserSafe === "all" || browserSafe.includes(entry)))(
    "%s runs in a browser",
    async (entry) => {
      expect((await bundle(entry, "browser")).builtins).toEqual([]);
    },
  );

  it("declares exactly the workspaces that it may import, to npm and to TypeScript", () => {
    const { dependencies, devDependencies } = readManifest(folder);
    // An app is published as one bundle, so that its users install no workspace.
    const manifest = folder.startsWith("apps/") ? devDependencies : dependencies;
    const declared = Object.keys(manifest ?? {}).filter((dep) => dep in workspaces);
    expect(declared.toSorted()).toEqual(mayImport.toSorted());
    const tsconfig = JSON.parse(readFileSync(join(root, folder, "tsconfig.json"), "utf8")) as {
      references?: { path: string }[];
    };
    const referenced = (tsconfig.references ?? []).map(({ path }) => join(folder, path));
    expect(referenced.toSorted()).toEqual(mayImport.map((dep) => workspaces[dep]?.folder ?? "").toSorted());
  });
});

describe.each(Object.entries(workspaces))("the folders of %s", (_name, { folder }) => {
  it("do not import each other both ways", () => {
    expect(findMutualImports(join(folder, "src"))).toEqual([]);
  });
});

/** `a <-> b` for folders of the first level; tests and their helpers do not count. */
function findMutualImports(src: string): string[] {
  const imports = new Set<string>();
  for (const path of execFileSync("git", ["ls-files", "-co", "--exclude-standard", src], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((one) => /\.tsx?$/.test(one) && !/\.test\.tsx?$|\/testing\//.test(one))) {
    const from = relative(src, path).split("/");
    for (const [, target = ""] of readFileSync(join(root, path), "utf8").matchAll(/(?:from |import\()"(\.[^"]+)"/g)) {
      const to = relative(src, join(dirname(path), target)).split("/");
      if (from.length > 1 && to.length > 1 && from[0] !== to[0]) imports.add(`${from[0]} ${to[0]}`);
    }
  }
  return [...imports]
    .map((pair) => pair.split(" "))
    .filter(([one = "", other = ""]) => one < other && imports.has(`${other} ${one}`))
    .map((pair) => pair.join(" <-> "))
    .toSorted();
}
