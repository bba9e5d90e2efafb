// The classes of danger: their description, and whether they are grave. A grave one needs the user's approval or a rule
// that names it.
import { DANGEROUS, NOTABLE, type Concerns } from "./concerns.ts";
import type { Danger, DangerClass } from "./decision.ts";

interface DangerRow {
  readonly sentence: string;
  readonly isGrave: boolean;
}

/** Worst first. */
const DANGERS: Readonly<Record<DangerClass, DangerRow>> = {
  "exhausts-machine": { sentence: "Starts copies of itself until the machine hangs", isGrave: true },
  "runs-downloaded-code": { sentence: "Runs code from the network that has not been reviewed", isGrave: true },
  "escalates-privileges": { sentence: "Runs with administrator rights or as another user", isGrave: true },
  "changes-system": { sentence: "Changes the system outside this project", isGrave: true },
  "destroys-files": { sentence: "Permanently deletes or overwrites many files at once", isGrave: true },
  "reads-secrets": { sentence: "Reads passwords, keys or tokens", isGrave: true },
  "sends-data": { sentence: "Sends data from this machine to another one", isGrave: true },
  "rewrites-history": { sentence: "Discards changes or commits that cannot be recovered", isGrave: true },
  "alters-programs": { sentence: "Changes what other programs do, or which programs run", isGrave: true },
  "runs-unseen-code": { sentence: "Runs code that Parley can't check in advance", isGrave: false },
  "stops-processes": { sentence: "Stops running programs", isGrave: false },
  "installs-software": { sentence: "Downloads software and may run its install scripts", isGrave: false },
  "deletes-files": { sentence: "Deletes files", isGrave: false },
  "reaches-network": { sentence: "Connects to another machine", isGrave: false },
};
const ORDER = Object.keys(DANGERS) as DangerClass[];

export function toDanger(name: DangerClass): Danger {
  return { class: name, sentence: DANGERS[name].sentence };
}

export function toConcern(name: DangerClass): Concerns {
  return DANGERS[name].isGrave ? DANGEROUS : NOTABLE;
}

/** The worse of two. */
export function worse(a: DangerClass | undefined, b: DangerClass | undefined): DangerClass | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return ORDER.indexOf(a) <= ORDER.indexOf(b) ? a : b;
}
