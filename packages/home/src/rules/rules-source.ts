// The rules file on the disk: parsed again only after a change, and replaced as a whole.
import { realpath, stat } from "node:fs/promises";
import { hasErrno, ParleyError } from "@parley/base";
import { writeTextWithin } from "../files/own-file.ts";
import { readUserText } from "../user-files/read-user-text.ts";
import { brokenRules, parseRules, type RawRules, type Rules } from "./rules.ts";

export class RulesSource {
  readonly #path: string;
  #known: { readonly state: string; readonly rules: Rules } | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** The same object as long as the file is unchanged. */
  async read(): Promise<Rules> {
    const state = await readState(this.#path);
    if (this.#known?.state === state) return this.#known.rules;
    const rules = await readRules(this.#path);
    // Changed while it was read: the next call reads it again.
    if ((await readState(this.#path)) === state) this.#known = { state, rules };
    return rules;
  }
}

/** A file that is a link stays one: its target is replaced. */
export async function writeRules(path: string, rules: RawRules): Promise<void> {
  const real = await realpath(path).catch(() => path);
  await writeTextWithin(real, `${JSON.stringify(rules, undefined, 2)}\n`);
}

/** A value that changes whenever the file does. */
async function readState(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(" ");
  } catch (error) {
    if (hasErrno(error, "ENOENT")) return "missing";
    return `unreadable ${String(error)}`;
  }
}

async function readRules(path: string): Promise<Rules> {
  try {
    return parseRules(path, await readUserText(path));
  } catch (cause) {
    if (!(cause instanceof ParleyError)) throw cause;
    return brokenRules(path, cause.message, cause);
  }
}
