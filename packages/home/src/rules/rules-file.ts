// The rules file of this machine: read again after a change, changed by one process at a time, replaced as a whole.
import { createId, systemClock, type Clock } from "@parley/base";
import { distrustFolder, parseTrustedFolders, trustFolder, type Choice } from "@parley/policy";
import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { changeAlone } from "../claims/change-alone.ts";
import { guardFiles } from "../files/file-error.ts";
import { createFolder } from "../files/own-file.ts";
import { addRule, rememberChoices, revokeRule, type Editable, type Edited, type NewRule } from "./edit-rules.ts";
import { listRules, type ListedRule } from "./list-rules.ts";
import { listOf, toEditable, type RawRules, type Rules } from "./rules.ts";
import { RulesSource, writeRules } from "./rules-source.ts";

/** A choice before it gets its id and its time. */
export type NewChoice = Omit<Choice, "id" | "madeAtMs">;

export interface RulesFile {
  readonly path: string;
  /** Its current content. If the file cannot be read, `problems` says so and Parley asks about everything. */
  read(): Promise<Rules>;
  list(): Promise<readonly ListedRule[]>;
  /** Rejects with `usage` if it is not a rule, and with `bad_config` if the file cannot be read. */
  add(rule: NewRule): Promise<ListedRule>;
  /** By the id that `list`, the audit and error messages show; for a choice the start of the id is enough. */
  revoke(id: string): Promise<ListedRule>;
  remember(choices: readonly NewChoice[]): Promise<void>;
  /** The file as JSON becomes what `change` returns. Rejects with `bad_config` if it cannot be read. */
  change(change: (file: RawRules) => RawRules): Promise<void>;
  isTrusted(folder: string): Promise<boolean>;
  trust(folder: string): Promise<void>;
  /** False if it was not trusted. */
  distrust(folder: string): Promise<boolean>;
}

export interface RulesFileOptions {
  readonly clock?: Clock | undefined;
}

/** `~/.parley/rules.json`, if `parleyHome` is `~/.parley`. Nothing is read or created before it is needed. */
export function openRulesFile(parleyHome: string, { clock = systemClock }: RulesFileOptions = {}): RulesFile {
  return new JsonRulesFile(join(parleyHome, "rules.json"), clock);
}

class JsonRulesFile implements RulesFile {
  readonly path: string;
  readonly #clock: Clock;
  readonly #source: RulesSource;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(path: string, clock: Clock) {
    this.path = path;
    this.#clock = clock;
    this.#source = new RulesSource(path);
  }

  read(): Promise<Rules> {
    return this.#source.read();
  }

  async list(): Promise<readonly ListedRule[]> {
    return listRules(await this.read());
  }

  add(rule: NewRule): Promise<ListedRule> {
    return this.#edit((editable) => addRule(editable, rule));
  }

  revoke(id: string): Promise<ListedRule> {
    return this.#edit((editable) => revokeRule(editable, id));
  }

  async remember(choices: readonly NewChoice[]): Promise<void> {
    if (choices.length === 0) return;
    const nowMs = this.#clock.now();
    const made = choices.map((choice): Choice => ({ ...choice, id: createId(this.#clock), madeAtMs: nowMs }));
    await this.#edit((editable) => rememberChoices(editable, made, nowMs));
  }

  change(change: (file: RawRules) => RawRules): Promise<void> {
    return this.#edit(({ file }) => ({ file: change(file), result: undefined }));
  }

  async isTrusted(folder: string): Promise<boolean> {
    const real = await findFolder(folder);
    return (await this.read()).trusted.some(({ path }) => path === real);
  }

  async trust(folder: string): Promise<void> {
    const path = await findFolder(folder);
    const trustedAtMs = this.#clock.now();
    await this.#edit(({ path: own, file }) => {
      const trusted = parseTrustedFolders(listOf(own, file, "trusted"));
      return { file: { ...file, trusted: trustFolder(trusted, { path, trustedAtMs }) }, result: undefined };
    });
  }

  /** A deleted folder may still be on the list. */
  async distrust(folder: string): Promise<boolean> {
    const path = await realpath(folder).catch(() => folder);
    return this.#edit(({ path: own, file }) => {
      const trusted = parseTrustedFolders(listOf(own, file, "trusted"));
      const kept = distrustFolder(distrustFolder(trusted, path), folder);
      const result = kept.length < trusted.length;
      return { file: result ? { ...file, trusted: kept } : file, result };
    });
  }

  #edit<Result>(edit: (editable: Editable) => Edited<Result>): Promise<Result> {
    const done = this.#queue.then(() => this.#editAlone(edit));
    this.#queue = done.catch(() => undefined); // The caller gets the error.
    return done;
  }

  #editAlone<Result>(edit: (editable: Editable) => Edited<Result>): Promise<Result> {
    return guardFiles(`Cannot change ${this.path}`, async () => {
      await createFolder(dirname(this.path));
      return await changeAlone(this.path, async () => {
        const rules = await this.#source.read();
        const before = toEditable(this.path, rules);
        const { file, result } = edit({ path: this.path, file: before, rules });
        if (file !== before) await writeRules(this.path, file);
        return result;
      });
    });
  }
}

function findFolder(path: string): Promise<string> {
  return guardFiles(`Folder ${path} not found`, () => realpath(path));
}
