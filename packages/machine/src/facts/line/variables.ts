// Variables that arithmetic looks at: there a value is code, and `a[$(rm x)]` in one is run. So it must be a number.

const NUMBER = /^-?\d*$/;
/** Bash evaluates whatever is assigned to them. */
const INTEGERS = ["HISTCMD", "LINENO", "OPTIND", "RANDOM", "SECONDS", "SRANDOM"];

/** Bash fills them with what it reads. */
const FILLED = ["BASH_REMATCH", "MAPFILE", "OPTARG", "REPLY"];

export class Variables {
  /** By name, whether every value is a number. */
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

  /** Whether something is evaluated that may not be a number. A variable that nobody in the line sets is the user's own. */
  get isDoubtful(): boolean {
    return [...this.#evaluated].some((name) => /^\d/.test(name) || this.#assigned.get(name) === false);
  }
}
