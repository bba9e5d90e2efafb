// What a command takes, as data: parsing, error messages, help and shell completion all come from this.
import type { Settings } from "@parley/base";

/** What a shell may offer in a place, beyond fixed choices; arguments/complete.ts says how each is found. */
export type Completable =
  | "agent"
  | "choice"
  | "command"
  | "file"
  | "folder"
  | "mode"
  | "model"
  | "name"
  | "recipe"
  | "session";

export interface FlagRow {
  readonly type: "boolean" | "number" | "string";
  /** What its value is called in the help. */
  readonly value?: string;
  readonly short?: string;
  readonly summary: string;
  readonly choices?: readonly string[];
  readonly isMultiple?: boolean;
  /** The least that a number may be; 0 unless given. */
  readonly min?: number;
  /** The setting that it decides: its table says what fits, and what holds without the flag. */
  readonly setting?: keyof Settings;
  readonly completes?: Completable;
  /** What it means without a value; one that has a value has it after an equals sign. */
  readonly alone?: string;
}

export type Flags = Readonly<Record<string, FlagRow>>;

export interface PositionalRow {
  readonly name: string;
  readonly isOptional?: boolean;
  /** The last one may take all that are left. */
  readonly isMultiple?: boolean;
  readonly choices?: readonly string[];
  readonly completes?: Completable;
}

interface Example {
  readonly command: string;
  readonly about: string;
}

export interface Usage<F extends Flags = Flags> {
  /** `run`, or `agents list` for a command in a group. */
  readonly name: string;
  /** One line, without a full stop. */
  readonly summary: string;
  /** What the help says below the summary. */
  readonly details?: string;
  readonly flags: F;
  readonly positionals: readonly PositionalRow[];
  /** What follows `--` is another program's command line. */
  readonly takesCommand?: boolean;
  /** It works with an agent in a folder, whose own settings and rules count if the folder is trusted: has `--cwd` and `--trust`. */
  readonly isInWorkspace?: boolean;
  /** It runs although a configuration file is broken, to say so. */
  readonly survivesBadConfig?: boolean;
  readonly examples: readonly Example[];
}

type ValueOf<F extends FlagRow> = F extends { readonly type: "boolean" }
  ? boolean
  : F extends { readonly isMultiple: true }
    ? readonly string[]
    : F extends { readonly type: "number" }
      ? number | undefined
      : F extends { readonly choices: readonly (infer Choice)[] }
        ? Choice | undefined
        : string | undefined;

export type FlagValue = string | number | boolean | readonly string[] | undefined;

/** What was typed, read by the table of its command. */
export interface Arguments<U extends Usage = Usage> {
  readonly flags: Usage extends U
    ? Readonly<Record<string, FlagValue>>
    : { readonly [Name in keyof U["flags"]]: ValueOf<U["flags"][Name]> };
  readonly positionals: readonly string[];
  /** What followed `--`, where the command takes another program's command line. */
  readonly command: readonly string[] | undefined;
}

export function defineUsage<const F extends Flags>(usage: Usage<F>): Usage<F> {
  return usage;
}
