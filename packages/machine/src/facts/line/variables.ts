// Variables that arithmetic evaluates: their values are code there, and `a[$(rm x)]` in one is run. So they must be numbers.

const NUMBER = /^-?\d*$/;
/** Bash evaluates whatever is assigned to them. */
const INTEGERS = ["HISTCMD", "LINENO", "OPTIND", "RANDOM", "SECONDS", "SRANDOM"];

/** Bash sets them from its input. */
const FILLED = ["BASH_REMATCH", "MAPFILE", "OPTARG", "REPLY"];

export class Variables {
  /** Whether every value is a number, by name. */
  readonly #assigned = new Map<string, boolean>(FILLED.map((name) => [name, false]));
  readonly #evaluated = new Set<string>(INTEGERS);

  /** `value`: undefined if it is only known at run time. */
  assign(name: string, value: string | undefined): void {
    const isNumber = value !== undefined && NUMBER.test(value);
    this.#assigned.set(name, isNumber && this.#assigned.get(name) !== false);
  }

  evaluate(name: string): void {
    this.#evaluated.add(name);
  }

  /** Whether something is evaluated that may not be a number. A variable that the line does not set is the user's own. */
  get isDoubtful(): boolean {
    return [...this.#evaluated].some((name) => /^\d/.test(name) || this.#assigned.get(name) === false);
  }
}
