// The hooks of a session: those of the user's config.json, and those of the folder if it is trusted.
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
  /** Usually that of the rules file. */
  readonly isTrusted: (folder: string) => Promise<boolean>;
  /** Sandbox of the hooks. */
  readonly sandbox?: Sandbox | undefined;
  readonly log: Log;
}

export interface LoadedHooks {
  readonly hooks: Hooks;
  /** For the user: settings that are invalid or not used. */
  readonly notices: readonly string[];
}

/** Never rejects: if the settings cannot be read, every call needs approval, as with rules. */
export async function loadHooks({ parleyHome, cwd, isTrusted, sandbox, log }: LoadHooksOptions): Promise<LoadedHooks> {
  const notices: string[] = [];
  try {
    const own = join(parleyHome, "config.json");
    const settings = [...(await readHooks(own, parleyHome))];
    const path = join(cwd, ".parley", "config.json");
    // In the home folder both are the same file, whose hooks would run twice.
    if (resolve(path) === resolve(own)) return { hooks: createHooks(settings, sandbox), notices };
    if (await isTrusted(cwd)) settings.push(...(await readHooks(path, cwd)));
    else if (await mayHaveHooks(path)) {
      notices.push(
        `The hooks in ${path} are not used, because the folder is not trusted. \`${asInvoked("parley trust add")}\` changes that`,
      );
    }
    return { hooks: createHooks(settings, sandbox), notices };
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    log.write("warn", "reading the hooks failed", { cause: error });
    notices.push(`The hooks cannot be read, so every call needs approval: ${error.message}`);
    return { hooks: createBrokenHooks(error.message), notices };
  }
}

async function readHooks(path: string, folder: string): Promise<readonly HookSetting[]> {
  return parseHooks(await readConfigField(path, "hooks"), { path, folder });
}

/** Only for the notice: hooks of an untrusted folder are never used. */
async function mayHaveHooks(path: string): Promise<boolean> {
  try {
    return (await readConfigField(path, "hooks")) !== undefined;
  } catch {
    return false; // Its hooks are not used, so its errors need no report.
  }
}

function createBrokenHooks(message: string): Hooks {
  const answer = { verdict: "ask", name: "hooks", reason: `The hooks cannot be read: ${message}` } as const;
  return {
    before: () => Promise.resolve({ answer, notices: [] }),
    after: () => Promise.resolve({ remarks: [], notices: [] }),
  };
}
