// The classes of danger: what a person is told, and whether it is grave. A grave one needs a rule that names it, or a person.
import { DANGEROUS, NOTABLE, type Concerns } from "./concerns.ts";
import type { Danger, DangerClass } from "./decision.ts";

interface DangerRow {
  readonly sentence: string;
  readonly isGrave: boolean;
}

/** From the worst to the mildest. */
const DANGERS: Readonly<Record<DangerClass, DangerRow>> = {
  "exhausts-machine": { sentence: "It starts itself again and again until the machine stands still", isGrave: true },
  "runs-downloaded-code": { sentence: "It runs code from the network that nobody has looked at", isGrave: true },
  "escalates-privileges": { sentence: "It acts with the rights of an administrator or of another user", isGrave: true },
  "changes-system": { sentence: "It changes the system outside of this project", isGrave: true },
  "destroys-files": { sentence: "It deletes or overwrites many files at once, for good", isGrave: true },
  "reads-secrets": { sentence: "It reads passwords, keys or tokens", isGrave: true },
  "sends-data": { sentence: "It sends data from this machine to somewhere else", isGrave: true },
  "rewrites-history": { sentence: "It throws away changes or commits that cannot be had back", isGrave: true },
  "alters-programs": { sentence: "It changes what other programs do or which ones are run", isGrave: true },
  "runs-unseen-code": { sentence: "It runs code that is only known when it runs", isGrave: false },
  "stops-processes": { sentence: "It stops programs that are running", isGrave: false },
  "installs-software": { sentence: "It downloads software and may run its install scripts", isGrave: false },
  "deletes-files": { sentence: "It deletes files", isGrave: false },
  "reaches-network": { sentence: "It talks to another machine", isGrave: false },
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
