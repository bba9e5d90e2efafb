// The hooks that hold in a folder: those of this machine's config.json, and the folder's own if a person trusts it.
import { asInvoked, ParleyError, type Log } from "@parley/base";
import type { Sandbox } from "@parley/machine";
import { join, resolve } from "node:path";
import { readConfigField } from "../config/config-file.ts";
import { createHooks } from "./create-hooks.ts";
import { parseHooks, type HookSetting } from "./hook-setting.ts";
import type { Hooks } from "./hooks.ts";

export interface LoadHooksOptions {
  /** `~/.parley`. */
  readonly parleyHome: string;
  /** The session's folder. */
  readonly cwd: string;
  /** That of the rules file. */
  readonly isTrusted: (folder: string) => Promise<boolean>;
  /** What they run in. */
  readonly sandbox?: Sandbox | undefined;
  readonly log: Log;
}

export interface LoadedHooks {
  readonly hooks: Hooks;
  /** What a person should know: settings that are wrong, or that do not count here. */
  readonly notices: readonly string[];
}

/** Never rejects: settings that cannot be read hold everything back, as rules that cannot be read do. */
export async function loadHooks({ parleyHome, cwd, isTrusted, sandbox, log }: LoadHooksOptions): Promise<LoadedHooks> {
  const notices: string[] = [];
  try {
    const own = join(parleyHome, "config.json");
    const settings = [...(await readHooks(own, parleyHome))];
    const path = join(cwd, ".parley", "config.json");
    // In the home folder both are one file, whose hooks would run twice.
    if (resolve(path) === resolve(own)) return { hooks: createHooks(settings, sandbox), notices };
    if (await isTrusted(cwd)) settings.push(...(await readHooks(path, cwd)));
    else if (await mayHaveHooks(path)) {
      notices.push(
        `The hooks in ${path} do not run: the folder is not trusted. \`${asInvoked("parley trust add")}\` changes that`,
      );
    }
    return { hooks: createHooks(settings, sandbox), notices };
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    log.write("warn", "The hooks cannot be read", { cause: error });
    notices.push(`The hooks cannot be read, so every call is asked about: ${error.message}`);
    return { hooks: createBrokenHooks(error.message), notices };
  }
}

async function readHooks(path: string, folder: string): Promise<readonly HookSetting[]> {
  return parseHooks(await readConfigField(path, "hooks"), { path, folder });
}

/** Only to tell of it: what is in a folder that nobody trusts has no say, however broken it is. */
async function mayHaveHooks(path: string): Promise<boolean> {
  try {
    return (await readConfigField(path, "hooks")) !== undefined;
  } catch {
    return false; // Nothing in it counts, so nothing in it needs telling.
  }
}

function createBrokenHooks(message: string): Hooks {
  const answer = { verdict: "ask", name: "hooks", reason: `The hooks cannot be read: ${message}` } as const;
  return {
    before: () => Promise.resolve({ answer, notices: [] }),
    after: () => Promise.resolve({ remarks: [], notices: [] }),
  };
}
