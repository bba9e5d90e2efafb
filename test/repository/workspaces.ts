// The packages of this repository and who may import whom: the rule that the boundary test proves.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..", "..");

interface Workspace {
  readonly folder: string;
  /** Of an app with other entries than src/main.ts. */
  readonly entries?: readonly string[];
  /** Workspaces it may reach, directly or through others. */
  readonly mayImport: readonly string[];
  /** Entries that must run in a browser; `all` means every one. */
  readonly browserSafe: readonly string[] | "all";
}

export const workspaces: Readonly<Record<string, Workspace>> = {
  "@parley/base": { folder: "packages/base", mayImport: [], browserSafe: "all" },
  "@parley/rpc": { folder: "packages/rpc", mayImport: ["@parley/base"], browserSafe: "all" },
  "@parley/acp": { folder: "packages/acp", mayImport: ["@parley/base", "@parley/rpc"], browserSafe: "all" },
  "@parley/remote": {
    folder: "packages/remote",
    mayImport: ["@parley/base", "@parley/rpc", "@parley/acp", "@parley/contract"],
    browserSafe: "all",
  },
  "@parley/chat-model": {
    folder: "packages/chat-model",
    mayImport: ["@parley/base", "@parley/rpc", "@parley/acp"],
    browserSafe: "all",
  },
  "@parley/chat-ui": {
    folder: "packages/chat-ui",
    mayImport: [
      "@parley/base",
      "@parley/rpc",
      "@parley/acp",
      "@parley/contract",
      "@parley/policy",
      "@parley/observe",
      "@parley/chat-model",
    ],
    browserSafe: "all",
  },
  "@parley/surface": {
    folder: "packages/surface",
    mayImport: [
      "@parley/base",
      "@parley/rpc",
      "@parley/acp",
      "@parley/contract",
      "@parley/chat-model",
      "@parley/chat-ui",
      "@parley/remote",
    ],
    browserSafe: "all",
  },
  "@parley/policy": { folder: "packages/policy", mayImport: ["@parley/base"], browserSafe: "all" },
  "@parley/planning": {
    folder: "packages/planning",
    mayImport: ["@parley/base", "@parley/rpc", "@parley/acp"],
    browserSafe: "all",
  },
  "@parley/contract": {
    folder: "packages/contract",
    mayImport: ["@parley/base", "@parley/rpc", "@parley/acp"],
    browserSafe: "all",
  },
  "@parley/review": { folder: "packages/review", mayImport: ["@parley/base"], browserSafe: "all" },
  "@parley/machine": {
    folder: "packages/machine",
    mayImport: ["@parley/base", "@parley/policy"],
    browserSafe: [],
  },
  "@parley/home": {
    folder: "packages/home",
    mayImport: ["@parley/base", "@parley/rpc", "@parley/acp", "@parley/policy", "@parley/machine"],
    browserSafe: [],
  },
  "@parley/script": {
    folder: "packages/script",
    mayImport: ["@parley/base", "@parley/rpc", "@parley/acp"],
    browserSafe: "all",
  },
  "@parley/client": {
    folder: "packages/client",
    mayImport: ["@parley/base", "@parley/rpc", "@parley/acp", "@parley/policy", "@parley/machine", "@parley/home"],
    browserSafe: [],
  },
  "@parley/catalogue": {
    folder: "packages/catalogue",
    mayImport: [
      "@parley/base",
      "@parley/rpc",
      "@parley/acp",
      "@parley/policy",
      "@parley/machine",
      "@parley/home",
      "@parley/client",
    ],
    browserSafe: [],
  },
  "@parley/agent": {
    folder: "packages/agent",
    mayImport: [
      "@parley/base",
      "@parley/rpc",
      "@parley/acp",
      "@parley/planning",
      "@parley/policy",
      "@parley/machine",
      "@parley/home",
      "@parley/script",
    ],
    browserSafe: [],
  },
  "@parley/observe": {
    folder: "packages/observe",
    mayImport: ["@parley/base", "@parley/rpc", "@parley/acp", "@parley/policy", "@parley/machine", "@parley/home"],
    browserSafe: ["@parley/observe"],
  },
  "@parley/hub": {
    folder: "packages/hub",
    mayImport: [
      "@parley/base",
      "@parley/rpc",
      "@parley/acp",
      "@parley/planning",
      "@parley/policy",
      "@parley/machine",
      "@parley/home",
      "@parley/client",
      "@parley/observe",
    ],
    browserSafe: [],
  },
  "@parley/server": {
    folder: "packages/server",
    mayImport: [
      "@parley/base",
      "@parley/rpc",
      "@parley/acp",
      "@parley/planning",
      "@parley/contract",
      "@parley/policy",
      "@parley/machine",
      "@parley/home",
      "@parley/client",
      "@parley/observe",
      "@parley/hub",
    ],
    browserSafe: [],
  },
  "@parley/web": {
    folder: "apps/web",
    mayImport: [
      "@parley/base",
      "@parley/rpc",
      "@parley/acp",
      "@parley/contract",
      "@parley/policy",
      "@parley/observe",
      "@parley/remote",
      "@parley/chat-model",
      "@parley/chat-ui",
      "@parley/surface",
    ],
    browserSafe: "all",
  },
  "parley-vscode": {
    folder: "apps/vscode",
    entries: [
      "./apps/vscode/src/node/main.ts",
      "./apps/vscode/src/browser/main.ts",
      "./apps/vscode/src/webview/main.ts",
    ],
    mayImport: [
      "@parley/base",
      "@parley/rpc",
      "@parley/acp",
      "@parley/contract",
      "@parley/policy",
      "@parley/machine",
      "@parley/home",
      "@parley/observe",
      "@parley/remote",
      "@parley/review",
      "@parley/surface",
      "@parley/chat-model",
      "@parley/chat-ui",
    ],
    browserSafe: ["./apps/vscode/src/browser/main.ts", "./apps/vscode/src/webview/main.ts"],
  },
  "parley-acp": {
    folder: "apps/cli",
    mayImport: [
      "@parley/base",
      "@parley/rpc",
      "@parley/acp",
      "@parley/planning",
      "@parley/contract",
      "@parley/policy",
      "@parley/machine",
      "@parley/home",
      "@parley/client",
      "@parley/remote",
      "@parley/chat-model",
      "@parley/catalogue",
      "@parley/agent",
      "@parley/observe",
      "@parley/script",
      "@parley/hub",
      "@parley/server",
    ],
    browserSafe: [],
  },
};

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly files?: readonly string[];
  readonly exports?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
}
