// Saved keys and tokens: `~/.parley/credentials.json`, readable by its owner only, changed by one process at a time.
import { ParleyError, systemClock, type Clock, type Log } from "@parley/base";
import { changeAlone, createFolder, guardFiles, writeAtOnce } from "@parley/home";
import { realpath, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  CREDENTIALS_VERSION,
  emptyFile,
  isSecretValue,
  parseCredentials,
  valuesOf,
  type CredentialsFile,
  type CredentialValues,
} from "./credentials-format.ts";
import { CREDENTIALS_MAX } from "../limits.ts";
import { readPrivateText } from "./private-file.ts";

/** All methods reject with `bad_config` if the file is damaged; it is then moved aside, and the next call starts empty. */
export interface Credentials {
  readonly path: string;
  /** By the id of a provider or of a sign-in method. */
  get(id: string): Promise<CredentialValues | undefined>;
  /** One value, by id or by variable name: `github`, `ANTHROPIC_API_KEY`. */
  secret(name: string): Promise<string | undefined>;
  /** Replaces saved values. Rejects with `usage` if a value cannot be a key. */
  set(id: string, values: CredentialValues): Promise<void>;
  /** False if nothing was saved. */
  remove(id: string): Promise<boolean>;
  /** The saved entries, without secrets. */
  list(): Promise<readonly ListedCredential[]>;
}

interface ListedCredential {
  readonly id: string;
  readonly variables: readonly string[];
}

export interface CredentialsOptions {
  readonly log: Log;
  readonly clock?: Clock | undefined;
}

/** Reads or creates the file on first use. */
export function openCredentials(parleyHome: string, options: CredentialsOptions): Credentials {
  return new FileCredentials(join(parleyHome, "credentials.json"), options);
}

class FileCredentials implements Credentials {
  readonly path: string;
  readonly #log: Log;
  readonly #clock: Clock;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(path: string, { log, clock = systemClock }: CredentialsOptions) {
    this.path = path;
    this.#log = log;
    this.#clock = clock;
  }

  async get(id: string): Promise<CredentialValues | undefined> {
    return valuesOf((await this.#read()).credentials[id]);
  }

  async secret(name: string): Promise<string | undefined> {
    const { credentials } = await this.#read();
    const own = Object.values(valuesOf(credentials[name]) ?? {});
    if (own.length > 0) return own[0];
    for (const entry of Object.values(credentials)) {
      const value = valuesOf(entry)?.[name];
      if (value !== undefined) return value;
    }
    return undefined;
  }

  async set(id: string, values: CredentialValues): Promise<void> {
    checkValues(id, values);
    await this.#change((file) => {
      const credentials = { ...file.credentials, [id]: { values, savedAtMs: this.#clock.now() } };
      if (Object.keys(credentials).length > CREDENTIALS_MAX) throw tooMany(this.path);
      return { file: { ...file, credentials }, result: undefined };
    });
  }

  remove(id: string): Promise<boolean> {
    return this.#change((file) => {
      const { [id]: removed, ...credentials } = file.credentials;
      return removed === undefined ? { file, result: false } : { file: { ...file, credentials }, result: true };
    });
  }

  async list(): Promise<readonly ListedCredential[]> {
    const { credentials } = await this.#read();
    return Object.entries(credentials).flatMap(([id, entry]) => {
      const values = valuesOf(entry);
      return values === undefined ? [] : [{ id, variables: Object.keys(values) }];
    });
  }

  async #read(): Promise<CredentialsFile> {
    const found = await this.#look();
    if (!("damage" in found)) return found.file;
    // Another process may already have replaced it with a valid one.
    return this.#change((file) => ({ file, result: file }));
  }

  async #look(): Promise<{ readonly file: CredentialsFile } | { readonly damage: string }> {
    const text = await guardFiles(`${this.path} cannot be read`, () => readPrivateText(this.path, this.#log));
    return text === undefined ? { file: emptyFile() } : parseCredentials(text);
  }

  #change<Result>(change: (file: CredentialsFile) => { file: CredentialsFile; result: Result }): Promise<Result> {
    const done = this.#queue.then(() => this.#changeAlone(change));
    this.#queue = done.catch(() => undefined); // The caller gets the error.
    return done;
  }

  #changeAlone<Result>(change: (file: CredentialsFile) => { file: CredentialsFile; result: Result }): Promise<Result> {
    return guardFiles(`Cannot change ${this.path}`, async () => {
      await createFolder(dirname(this.path));
      return changeAlone(this.path, async () => {
        const found = await this.#look();
        if ("damage" in found) throw await this.#moveAside(found.damage);
        const { version } = found.file;
        if (version > CREDENTIALS_VERSION) throw tooNew(this.path, version);
        const { file, result } = change(found.file);
        if (file !== found.file) await this.#write(file);
        return result;
      });
    });
  }

  /** A symbolic link stays a link; its target is replaced. */
  async #write(file: CredentialsFile): Promise<void> {
    const real = await realpath(this.path).catch(() => this.path);
    await writeAtOnce(real, `${JSON.stringify(file, undefined, 2)}\n`);
  }

  async #moveAside(damage: string): Promise<ParleyError> {
    const aside = `${this.path}.damaged-${this.#clock.now()}`;
    await rename(this.path, aside);
    this.#log.write("warn", "damaged credentials were moved aside", { path: aside });
    return new ParleyError({
      code: "bad_config",
      message: `${this.path} ${damage}, so it was moved to ${aside}`,
      remedy: { label: "Sign in again, or fix the file and move it back", command: "parley agent login" },
    });
  }
}

function checkValues(id: string, values: CredentialValues): void {
  const entries = Object.entries(values);
  const bad = entries.find(([, value]) => !isSecretValue(value));
  if (id !== "" && entries.length > 0 && bad === undefined) return;
  const what = bad === undefined ? "No value was given" : `${bad[0]} is empty, too long, or contains white space`;
  throw new ParleyError({ code: "usage", message: `${what}, so nothing was saved for ${JSON.stringify(id)}` });
}

function tooMany(path: string): ParleyError {
  return new ParleyError({
    code: "usage",
    message: `${path} already has ${CREDENTIALS_MAX} entries; remove one first`,
  });
}

function tooNew(path: string, version: number): ParleyError {
  const message = `${path} was written by a newer version of Parley (file version ${version})`;
  return new ParleyError({ code: "bad_config", message, remedy: { label: "Update Parley" } });
}
