// What was found in a line so far, before the disk is consulted.
import type { Redirect, Via } from "@parley/policy";
import { COMMANDS_MAX } from "../../limits.ts";
import { changesFolder, UNKNOWN, type Folder, type Outcome } from "./folders.ts";
import { Variables } from "./variables.ts";

export interface FoundWord {
  readonly text: string;
  readonly isLiteral: boolean;
  /** Starts with a `~` that the shell expands to a home folder, and is literal otherwise. */
  readonly isTilde: boolean;
}

export interface FoundRedirect {
  readonly mode: Redirect["mode"];
  readonly target: FoundWord;
}

export interface FoundAssignment {
  readonly name: string;
  readonly value: FoundWord;
  /** A real `(…)` in the line, not text that looks like one. */
  readonly isArray: boolean;
}

export interface FoundCommand {
  program: FoundWord | undefined;
  args: FoundWord[];
  readonly assignments: FoundAssignment[];
  readonly redirects: FoundRedirect[];
  readonly via: readonly Via[];
  folder: Folder;
  isWrapper: boolean;
  /** The text it reads, if it is in the line; undefined if it is only known at run time. */
  input: { readonly text: string | undefined } | undefined;
}

/** A position in the line. */
export interface Place {
  readonly via: readonly Via[];
  readonly folder: Folder;
}

/** Variables that decide where a `cd` leads. */
const STEERS_FOLDERS: ReadonlySet<string> = new Set(["CDPATH", "HOME", "OLDPWD", "PWD"]);

/** Bash runs commands in their values at some later time. */
const RUN_LATER: ReadonlySet<string> = new Set(["BASH_ENV", "ENV", "PROMPT_COMMAND", "PS0", "PS1", "PS2", "PS4"]);
/** Assigning them changes which program a name means. */
const RENAMES: ReadonlySet<string> = new Set(["BASH_ALIASES", "BASH_CMDS"]);

export class Found {
  readonly commands: FoundCommand[] = [];
  readonly functions = new Set<string>();
  readonly variables = new Variables();
  /** Names of variables that the line sets, by any means. */
  readonly assigned = new Set<string>();
  /** Some part of the line was not understood. */
  isUnparsed = false;
  /** A function changes the folder, so every call of it may. */
  hasMovingFunction = false;
  /** Something in the line changes the folder, or may change it. */
  isMoving = false;
  /** A `cd` may lead elsewhere than it says. */
  isSteered = false;

  add({ via, folder }: Place, program?: FoundWord): FoundCommand {
    const command: FoundCommand = {
      program,
      args: [],
      assignments: [],
      redirects: [],
      via,
      folder,
      isWrapper: false,
      input: undefined,
    };
    if (this.commands.length < COMMANDS_MAX) this.commands.push(command);
    else this.isUnparsed = true;
    return command;
  }

  assign(name: string, value: string | undefined): void {
    this.variables.assign(name, value);
    this.assigned.add(name);
    if (STEERS_FOLDERS.has(name)) this.isSteered = true;
    const isCode = RUN_LATER.has(name) && (value === undefined || /[$`]/.test(value) || name === "PROMPT_COMMAND");
    if (isCode || RENAMES.has(name)) this.isUnparsed = true;
  }

  /** Arithmetic reads it, or sets it. */
  evaluate(name: string): void {
    this.variables.evaluate(name);
    if (STEERS_FOLDERS.has(name)) this.isSteered = true;
  }

  /** Nothing has run so far that could have changed anything. */
  get isUntouched(): boolean {
    return this.commands.every(({ program }) => program !== undefined && changesFolder(program.text));
  }

  /** A command that started in one folder left the line in another one, unless it ended the line. */
  note(from: Folder, { success, failure }: Outcome): void {
    if ([success, failure].some((to) => to !== from && to.kind !== "nowhere")) this.isMoving = true;
  }

  forgetFolders(from: number): void {
    for (const command of this.commands.slice(from)) command.folder = UNKNOWN;
  }
}

/** A literal word. */
export function toLiteral(text: string): FoundWord {
  return { text, isLiteral: true, isTilde: false };
}

export function inside({ via, folder }: Place, way: Via): Place {
  return { via: [...via, way], folder };
}
