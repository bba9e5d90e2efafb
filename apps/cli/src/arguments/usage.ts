// The flags and arguments of a command as data, from which parsing, errors, help and shell completion are made.
import type { Settings } from "@parley/base";

/** What a shell may complete besides fixed choices; completion/complete.ts finds the values. */
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
  /** The name of its value in the help. */
  readonly value?: string;
  readonly short?: string;
  readonly summary: string;
  readonly choices?: readonly string[];
  /** What the help calls the default, if no setting has one. */
  readonly default?: string;
  readonly isMultiple?: boolean;
  /** The minimum of a number (default: 0). */
  readonly min?: number;
  readonly max?: number;
  /** The setting that it sets, whose table has the allowed values and the default. */
  readonly setting?: keyof Settings;
  readonly completes?: Completable;
  /** The values that completion offers in a comma-separated list. */
  readonly words?: readonly string[];
  /** The value if the flag has none; a value must follow an equals sign. */
  readonly alone?: string;
}

export type Flags = Readonly<Record<string, FlagRow>>;

export interface PositionalRow {
  readonly name: string;
  /** What it may be, for the help: "NAME is …". Not needed if it has choices. */
  readonly about?: string;
  readonly isOptional?: boolean;
  /** Whether the last argument takes all remaining words. */
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
  /** The text of the help below the summary. */
  readonly details?: string;
  readonly flags: F;
  readonly positionals: readonly PositionalRow[];
  /** Whether the words after `--` are another program's command line, and whether they may be missing. */
  readonly takesCommand?: boolean | "required";
  /** Whether it works in a folder, whose settings and rules apply if it is trusted: adds `--cwd` and `--trust`. */
  readonly isInWorkspace?: boolean;
  /** Whether it runs even if a configuration file is broken, in order to report that. */
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

/** The command line, parsed according to the command's table. */
export interface Arguments<U extends Usage = Usage> {
  readonly flags: Usage extends U
    ? Readonly<Record<string, FlagValue>>
    : { readonly [Name in keyof U["flags"]]: ValueOf<U["flags"][Name]> };
  readonly positionals: readonly string[];
  /** The words after `--`, if the command accepts another program's command line. */
  readonly command: readonly string[] | undefined;
}

export function defineUsage<const F extends Flags>(usage: Usage<F>): Usage<F> {
  return usage;
}
