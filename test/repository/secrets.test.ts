// What Parley hides as a secret is nowhere in this repository, but for the made-up ones of tests.
import { findSecrets } from "@parley/policy";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./workspaces.ts";

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && existsSync(join(root, path)));

/** Tests talk about passwords that nobody has; what is under test is whether they are hidden. */
const isTest = (path: string): boolean => /\.test\.ts$|(^|\/)testing\/|^test\//.test(path);
/** Found by names and addresses, which is all that a test may have. Tokens of a vendor's shape are put together when a test runs. */
const ORDINARY = /^(?:value with a secret's name|login in an address|parameter of an address|password of a command)$/;
/** Shapes that tests of redaction itself spell out; none of them is a key of anything. */
const SPELT_OUT = new Set([
  "packages/agent/src/models/failures/judge-error.test.ts",
  "packages/agent/src/secrets/hide-secrets.test.ts",
  "packages/home/src/log/export/export-session.test.ts",
  "packages/home/src/log/title.test.ts",
  "packages/observe/src/trace/redact-frame.test.ts",
  "packages/policy/src/redact.test.ts",
  "test/support/src/secret-samples.ts",
]);

interface Finding {
  readonly path: string;
  readonly kind: string;
  readonly line: string;
}

const findings = files.flatMap((path): Finding[] => {
  const bytes = readFileSync(join(root, path));
  if (bytes.includes(0)) return [];
  const text = bytes.toString();
  return findSecrets(text).map(({ start, kind }) => {
    const from = text.lastIndexOf("\n", start) + 1;
    return { path, kind, line: text.slice(from, start).trim().slice(-80) };
  });
});

it("raises no alarm in sources, documents, lock files and configuration", () => {
  expect(files.length).toBeGreaterThan(500);
  expect(findings.filter(({ path }) => !isTest(path))).toEqual([]);
});

it("finds no token of a vendor's shape in tests", () => {
  const unexpected = findings.filter(({ path, kind }) => isTest(path) && !ORDINARY.test(kind) && !SPELT_OUT.has(path));
  expect(unexpected).toEqual([]);
});
