// Compares the entries of a home with those of the shared database, and returns the changes that each side needs.

export interface SharedEntry {
  /** Two entries with one id and different texts are versions of one thing. */
  readonly text: string;
  readonly value: unknown;
}

export type Entries = ReadonlyMap<string, SharedEntry>;

export interface MergeInput {
  readonly local: Entries;
  readonly remote: Entries;
  /** Ids that were revoked at any server. */
  readonly revoked: ReadonlySet<string>;
  /** The last common state of both sides, by id. */
  readonly known: ReadonlyMap<string, string>;
  /** What was revoked cannot be added again. */
  readonly isFinal: boolean;
}

type Step =
  /** Both have the same. */
  | "same"
  /** The database gets the entry of the home. */
  | "put"
  /** Like `put`, for a revoked entry that has been added again since. */
  | "restore"
  /** The database marks it as revoked. */
  | "revoke"
  /** The home gets the entry of the database. */
  | "add"
  | "remove"
  | "none";

export interface Merged {
  /** The valid entries, on all servers. */
  readonly live: Entries;
  readonly steps: Readonly<Record<Exclude<Step, "same" | "none">, Entries>>;
}

export function mergeEntries(input: MergeInput): Merged {
  const { local, remote, revoked } = input;
  const live = new Map<string, SharedEntry>();
  const steps = { put: noEntries(), restore: noEntries(), revoke: noEntries(), add: noEntries(), remove: noEntries() };
  for (const id of new Set([...local.keys(), ...remote.keys(), ...revoked])) {
    const step = findStep(input, id);
    const entry = step === "add" || step === "revoke" ? remote.get(id) : local.get(id);
    if (step === "none" || entry === undefined) continue;
    if (step !== "same") steps[step].set(id, entry);
    if (step !== "revoke" && step !== "remove") live.set(id, entry);
  }
  return { live, steps };
}

function noEntries(): Map<string, SharedEntry> {
  return new Map();
}

/**
 * An entry that one side lacks, and that both had, was revoked there. If the database has neither the entry nor a mark that it
 * was revoked, it is another database than before, to which everything is new.
 */
function findStep({ local, remote, revoked, known, isFinal }: MergeInput, id: string): Step {
  const [here, there, before] = [local.get(id), remote.get(id), known.get(id)];
  if (revoked.has(id)) {
    if (here === undefined) return "none";
    return isFinal || before !== undefined ? "remove" : "restore";
  }
  if (here === undefined) return before === undefined ? "add" : "revoke";
  if (there === undefined) return "put";
  if (here.text === there.text) return "same";
  return there.text === before ? "put" : "add";
}
