// Parses faults from the command line: `delay=200`, `drop=0.1:client`, `kill=20`, `seed=7`.
import { ParleyError } from "@parley/base";
import type { Direction } from "../frames/frame.ts";
import type { Fault, FaultPlan } from "./fault.ts";
import { AFTER_MAX, DELAY_MS_MAX } from "../limits.ts";

const DIRECTIONS: Readonly<Record<string, Direction>> = { agent: "to_agent", client: "to_client" };
const SEED_MAX = 2 ** 32 - 1;
const DEFAULT_SEED = 1;

/** The syntax of each fault. */
interface FaultWord {
  readonly expected: string;
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
  readonly create: (value: number, direction: Direction | undefined) => Fault;
}

const WORDS: Readonly<Record<Fault["kind"], FaultWord>> = {
  delay: {
    ...whole("milliseconds", 0, DELAY_MS_MAX),
    create: (ms, direction) => ({ kind: "delay", ms, direction }),
  },
  drop: { ...share(), create: (probability, direction) => ({ kind: "drop", probability, direction }) },
  garble: { ...share(), create: (probability, direction) => ({ kind: "garble", probability, direction }) },
  cut: {
    ...whole("messages", 0, AFTER_MAX),
    create: (after, direction = "to_client") => ({ kind: "cut", after, direction }),
  },
  kill: {
    ...whole("messages", 1, AFTER_MAX),
    create: (after, direction = "to_client") => ({ kind: "kill", after, direction }),
  },
};

/** Throws `usage`, which names the invalid part. */
export function parseFaults(texts: readonly string[]): FaultPlan {
  let seed = DEFAULT_SEED;
  const faults: Fault[] = [];
  for (const text of texts) {
    const [, name = "", value = "", direction] = /^([^=]*)=?([^:]*)(?::(.*))?$/s.exec(text) ?? [];
    if (name === "seed" && direction === undefined) seed = toNumber(text, value, whole("a seed", 0, SEED_MAX));
    else faults.push(toFault(text, name, value, direction));
  }
  return { faults, seed };
}

function toFault(text: string, name: string, value: string, direction: string | undefined): Fault {
  if (!isFaultName(name)) {
    throw misfit(
      text,
      `${JSON.stringify(name)} is not a fault; expected ${[...Object.keys(WORDS), "seed"].join(", ")}`,
    );
  }
  const word = WORDS[name];
  const number = toNumber(text, value, word);
  if (direction === undefined) return word.create(number, undefined);
  const towards = Object.hasOwn(DIRECTIONS, direction) ? DIRECTIONS[direction] : undefined;
  if (towards !== undefined) return word.create(number, towards);
  throw misfit(text, `the direction is ${JSON.stringify(direction)}; expected ${Object.keys(DIRECTIONS).join(" or ")}`);
}

type Range = Pick<FaultWord, "expected" | "min" | "max" | "isWhole">;

function toNumber(text: string, value: string, { expected, min, max, isWhole }: Range): number {
  const number = Number(value);
  const fits = value.trim() !== "" && number >= min && number <= max && (!isWhole || Number.isInteger(number));
  if (fits) return number;
  throw misfit(text, `${text.split("=")[0]} is ${JSON.stringify(value)}; expected ${expected}`);
}

function whole(what: string, min: number, max: number): Range {
  return { expected: `${what}, a whole number from ${min} to ${max}`, min, max, isWhole: true };
}

function share(): Range {
  return { expected: "a probability from 0 to 1", min: 0, max: 1, isWhole: false };
}

function isFaultName(name: string): name is Fault["kind"] {
  return Object.hasOwn(WORDS, name);
}

function misfit(text: string, what: string): ParleyError {
  return new ParleyError({
    code: "usage",
    message: `The fault ${JSON.stringify(text)}: ${what}`,
    remedy: { label: "Show how faults are written", command: "parley proxy --help" },
  });
}
