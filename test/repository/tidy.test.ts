// Keeps the repository true to itself: documents name real paths, names follow the house style, one version for all.
import { ERROR_CODES, settings } from "@parley/base";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readManifest, root, workspaces } from "./workspaces.ts";

const LINES_MAX = 400;
const FORBIDDEN_FOLDERS = /(^|\/)(utils?|helpers?|common|shared|core|misc)\//;
const FORBIDDEN_WORDS = /\b\w*(Manager|Service|Helper)\b|\b[A-Z]\w*V2\b/;

/** What is committed, and what would be. */
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(root, path)));
const isGenerated = (path: string): boolean => /(^|\/)(generated|fixtures)\//.test(path);
const sources = files.filter(
  (path) => /\.([cm]?[jt]s|tsx)$/.test(path) && !isGenerated(path) && !path.endsWith(".d.ts"),
);
const documents = files.filter((path) => path.endsWith(".md"));
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const isOpened = (path: string): boolean => /^(#!.*\n)?\/\/ \S/.test(read(path));

describe("sources", () => {
  it(`have at most ${LINES_MAX} lines`, () => {
    expect(sources.filter((path) => read(path).split("\n").length > LINES_MAX + 1)).toEqual([]);
  });

  it("open with a line that says what they are for", () => {
    expect(sources.filter((path) => !path.endsWith(".test.ts") && !isOpened(path))).toEqual([]);
  });

  it("have no folders that say nothing", () => {
    expect(files.filter((path) => FORBIDDEN_FOLDERS.test(path))).toEqual([]);
  });

  it("are named in kebab-case", () => {
    const named = sources.filter((path) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)+$/.test(basename(path)));
    expect(named.filter((path) => !path.endsWith(".tsx"))).toEqual([]);
  });

  it("declare no Manager, Service or Helper", () => {
    const declares = new RegExp(String.raw`\b(class|interface|type|function)\s+${FORBIDDEN_WORDS.source}`);
    expect(sources.filter((path) => declares.test(read(path)))).toEqual([]);
  });

  it("have an index.ts only at a package's root", () => {
    const indexes = sources.filter((path) => basename(path) === "index.ts");
    expect(indexes.filter((path) => !/^(packages\/[^/]+|test\/support)\/src\/index\.ts$/.test(path))).toEqual([]);
  });

  it("have one limits.ts per package or app, beside its entry", () => {
    const limits = sources.filter((path) => /^(packages|apps)\//.test(path) && basename(path) === "limits.ts");
    expect(limits.filter((path) => !/^[^/]+\/[^/]+\/src\/limits\.ts$/.test(path))).toEqual([]);
  });
});

/** What waits for a fixed time in a test: `setTimeout` of `node:timers/promises`, or one that resolves a promise. */
const SLEEP = /\bsetTimeout\b[^;]*from "node:timers\/promises"|setTimeout\((resolve|done|r)\b|promisify\(setTimeout\)/;

/** Tests that need time to pass, and why no event says that it has. */
const SLEEPERS: Readonly<Record<string, string>> = {
  "apps/cli/src/output/pipe-writer.process.test.ts": "plays a reader that is slow",
  "packages/agent/src/hooks/run-hook.process.test.ts": "races with the time that a hook is given to end",
  "packages/client/src/sessions/new-session.process.test.ts": "plays a feature that opens slowly while an agent floods",
  "packages/client/src/supervision/supervisor-property.process.test.ts": "does things at random moments",
  "packages/machine/src/snapshots/races.process.test.ts": "kills a process at another moment of its work each time",
  "packages/observe/src/relay/create-relay.process.test.ts": "sees that traffic has stopped",
  "test/e2e/run-formats.test.ts": "plays a reader that is slow",
};

/** What gives up after a second: `expect.poll` waits as long as `vitest.config.ts` says. */
const HASTY = /\bvi\.wait(For|Until)\(/;

describe("tests", () => {
  const tests = sources.filter((path) => path.endsWith(".test.ts"));

  it("wait for events, not for a fixed time", () => {
    expect(tests.filter((path) => SLEEP.test(read(path))).toSorted()).toEqual(Object.keys(SLEEPERS));
  });

  it("wait with expect.poll, which has one limit for all", () => {
    expect(tests.filter((path) => HASTY.test(read(path)))).toEqual([]);
  });
});

describe("documents", () => {
  it.each(documents)("%s names only paths that exist", (document) => {
    const text = read(document);
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, path = ""]) =>
      join(dirname(document), path),
    );
    const named = [...text.matchAll(/`((?:packages|apps|test|docs|bench|scripts|\.ci)\/[\w./-]*[\w/])`/g)].map(
      ([, path = ""]) => path,
    );
    expect([...links, ...named].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it("explain every error code", () => {
    const listed = [...read("docs/errors.md").matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
    expect(listed).toEqual([...ERROR_CODES].toSorted());
  });

  it("explain every setting", () => {
    const listed = [...read("docs/configuration.md").matchAll(/^\| `(\w+)` \| `(\w+)` \|/gm)].map(([, name, env]) => [
      name,
      env,
    ]);
    expect(listed).toEqual(Object.entries(settings).map(([name, { env }]) => [name, env]));
  });
});

/** What stands beside the folders of the code map. A file that is not listed here has been left behind by something. */
const ROOT_ENTRIES = [
  ".ci",
  ".editorconfig",
  ".gitattributes",
  ".gitignore",
  ".npmrc",
  ".oxfmtrc.json",
  ".oxlintrc.json",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "LICENSE",
  "README.md",
  "SECURITY.md",
  "apps",
  "bench",
  "docs",
  "examples",
  "knip.json",
  "knip.production.json",
  "package-lock.json",
  "package.json",
  "packages",
  "scripts",
  "test",
  "tsconfig.base.json",
  "tsconfig.json",
  "tsconfig.tests.json",
  "vitest.config.ts",
];

/** What Parley keeps in a user's home; `docs/configuration.md` lists it. */
const HOME_FILES =
  /(^|\/)(feed-token|token|server-secret|server\.(json|log)|credentials\.json|rules\.json|trust\.json|audit\.ndjson|parley\.db(-\w+|\.[^/]+)?|mcp-sign-ins|\.parley)(\/|$)/;

describe("the repository", () => {
  it("has nothing in its root that was not put there on purpose", () => {
    const entries = new Set(files.map((path) => path.split("/")[0] ?? ""));
    expect([...entries].toSorted()).toEqual(ROOT_ENTRIES.toSorted());
  });

  it("holds nothing that belongs in a user's home", () => {
    expect(files.filter((path) => HOME_FILES.test(path))).toEqual([]);
  });

  const manifests = [".", "test/support", "bench", ...Object.values(workspaces).map(({ folder }) => folder)];

  it("has one version for all packages, none of them public yet", () => {
    const { version } = readManifest(".");
    expect(manifests.map((folder) => [folder, readManifest(folder).version, readManifest(folder).private])).toEqual(
      manifests.map((folder) => [folder, version, true]),
    );
  });

  it("lists every workspace in the boundary table", () => {
    const folders = files.filter((path) => /^(packages|apps)\/[^/]+\/package\.json$/.test(path)).map(dirname);
    expect(folders.toSorted()).toEqual(
      Object.values(workspaces)
        .map(({ folder }) => folder)
        .toSorted(),
    );
  });

  it("keeps download addresses out of the lock file", () => {
    expect(read("package-lock.json")).not.toMatch(/"resolved": "https?:/);
  });

  it("can be run by continuous integration", () => {
    expect(statSync(join(root, ".ci/run")).mode & 0o111).not.toBe(0);
  });
});
