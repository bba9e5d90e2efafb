// Proves the direction of dependencies by bundling every public entry and reading what went in.
import { build, type Metafile } from "esbuild";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readManifest, root, workspaces } from "./workspaces.ts";

type Platform = "browser" | "node";

/** What an entry reaches, however many files are in between. */
interface Reached {
  readonly workspaces: readonly string[];
  readonly builtins: readonly string[];
}

/** Bundles entries from source, with the conditions of the platform: all in one, so that each file is parsed once. */
async function bundle(entries: readonly string[], platform: Platform): Promise<ReadonlyMap<string, Reached>> {
  const lines = entries.map((entry, index) => `export * as entry${index} from ${JSON.stringify(entry)};`);
  const result = await build({
    stdin: { contents: lines.join("\n"), resolveDir: root },
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform,
    conditions: ["parley:source"],
    loader: { ".css": "empty" },
    // The second is what a library falls back to on a Node without web streams: the version we use has no such file.
    external: ["node:*", "vscode", "web-streams-polyfill/dist/*"],
    logLevel: "silent",
  });
  const { inputs } = result.metafile;
  const starts = inputs["<stdin>"]?.imports ?? [];
  return new Map(starts.map(({ original = "", path }) => [original, reach(inputs, path)]));
}

function reach(inputs: Metafile["inputs"], start: string): Reached {
  const files = new Set([start]);
  const builtins = new Set<string>();
  for (const file of files) {
    for (const { path, external } of inputs[file]?.imports ?? []) {
      if (external !== true) files.add(path);
      else if (path !== "vscode") builtins.add(path);
    }
  }
  const reached = Object.entries(workspaces).filter(([, { folder }]) =>
    [...files].some((file) => file.startsWith(`${folder}/`)),
  );
  return { workspaces: reached.map(([name]) => name), builtins: [...builtins] };
}

const ALL = Object.entries(workspaces).flatMap(([name, { folder, entries, browserSafe }]) =>
  entriesOf(name, folder, entries).map((entry) => ({
    entry,
    isBrowserSafe: browserSafe === "all" || browserSafe.includes(entry),
  })),
);
let inNode: ReadonlyMap<string, Reached>;
let inBrowser: ReadonlyMap<string, Reached>;
beforeAll(async () => {
  const safe = ALL.filter(({ isBrowserSafe }) => isBrowserSafe);
  inNode = await bundle(
    ALL.map(({ entry }) => entry),
    "node",
  );
  inBrowser = await bundle(
    safe.map(({ entry }) => entry),
    "browser",
  );
});

function entriesOf(name: string, folder: string, own: readonly string[] | undefined): readonly string[] {
  if (own !== undefined) return own;
  const { exports } = readManifest(folder);
  if (typeof exports !== "object" || exports === null) return [`./${folder}/src/main.ts`];
  return Object.keys(exports).map((key) => join(name, key));
}

describe.each(Object.entries(workspaces))("%s", (name, { folder, entries: own, mayImport, browserSafe }) => {
  const entries = entriesOf(name, folder, own);

  it.each(entries)("%s reaches only what it may import", (entry) => {
    const reached = inNode.get(entry)?.workspaces ?? [];
    expect(reached).toContain(name);
    expect([...mayImport, name]).toEqual(expect.arrayContaining([...reached]));
  });

  it.each(entries.filter((entry) => browserSafe === "all" || browserSafe.includes(entry)))(
    "%s runs in a browser",
    (entry) => {
      expect(inBrowser.get(entry)?.builtins).toEqual([]);
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
  it("import each other in one direction only, however many folders are in between", () => {
    expect(findRings(readImports(join(folder, "src")))).toEqual([]);
  });
});

/** Which folder of the first level imports which; tests and their helpers do not count. */
function readImports(src: string): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const path of execFileSync("git", ["ls-files", "-co", "--exclude-standard", src], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((one) => /\.tsx?$/.test(one) && !/\.test\.tsx?$|\/testing\//.test(one))) {
    const from = relative(src, path).split("/");
    for (const [, target = ""] of readFileSync(join(root, path), "utf8").matchAll(/(?:from |import\()"(\.[^"]+)"/g)) {
      const to = relative(src, join(dirname(path), target)).split("/");
      const [importer = "", imported = ""] = [from[0], to[0]];
      if (from.length === 1 || to.length === 1 || importer === imported) continue;
      imports.set(importer, (imports.get(importer) ?? new Set()).add(imported));
    }
  }
  return imports;
}

/** `a -> b -> a` for each folder that imports itself through others, by the shortest way. */
function findRings(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return [...imports.keys()].toSorted().flatMap((start) => {
    const ways = new Map([[start, start]]);
    for (const [folder, way] of ways) {
      for (const next of imports.get(folder) ?? []) {
        if (next === start) return [`${way} -> ${start}`];
        if (!ways.has(next)) ways.set(next, `${way} -> ${next}`);
      }
    }
    return [];
  });
}
