// Agents of others that start without a network, if the compatibility suite has put them on this machine.
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Command } from "./agent-process.ts";

interface Rival {
  readonly name: string;
  /** `name@version`, and the program in it. */
  readonly package: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** In its home. */
  readonly files: Readonly<Record<string, unknown>>;
}

const INSTALLED = join(homedir(), ".cache", "parley-test", "agents");
/** Nothing listens there, and nothing connects before a prompt. */
const NOWHERE = "http://127.0.0.1:9";

const rivals: readonly Rival[] = [
  {
    name: "Gemini CLI 0.61.0",
    package: "@google/gemini-cli@0.61.0",
    program: "@google/gemini-cli/bundle/gemini.js",
    args: ["--acp", "--skip-trust"],
    env: { GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: NOWHERE, GEMINI_MODEL: "gemini-2.5-flash" },
    files: {
      ".gemini/settings.json": {
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      },
    },
  },
  {
    name: "claude-code-acp 0.16.2",
    package: "@zed-industries/claude-code-acp@0.16.2",
    program: "@zed-industries/claude-code-acp/dist/index.js",
    args: [],
    env: {
      ANTHROPIC_BASE_URL: NOWHERE,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    },
    files: {},
  },
];

export interface FoundRival {
  readonly name: string;
  prepare(folder: string): Promise<Command>;
}

export function findRivals(): readonly FoundRival[] {
  return rivals.flatMap((rival) => {
    const program = join(INSTALLED, rival.package, "node_modules", rival.program);
    return existsSync(program)
      ? [{ name: rival.name, prepare: (folder: string) => prepare(rival, program, folder) }]
      : [];
  });
}

async function prepare({ args, env, files }: Rival, program: string, folder: string): Promise<Command> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, JSON.stringify(content));
  }
  const cwd = join(folder, "work");
  await mkdir(cwd, { recursive: true });
  const home = { HOME: folder, XDG_CONFIG_HOME: join(folder, ".config"), XDG_CACHE_HOME: join(folder, ".cache") };
  return {
    command: process.execPath,
    args: [program, ...args],
    cwd,
    env: { PATH: process.env["PATH"], ...home, ...env },
  };
}
