// An agent as the registry describes it, read once and typed from there on.

/** Of the system and the processor, as the registry writes them. */
export const TARGETS = [
  "darwin-aarch64",
  "darwin-x86_64",
  "linux-aarch64",
  "linux-x86_64",
  "windows-aarch64",
  "windows-x86_64",
] as const;
export type Target = (typeof TARGETS)[number];

interface Launch {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface BinaryDistribution extends Launch {
  /** http or https. */
  readonly archive: string;
  /** Relative to what the archive holds. */
  readonly cmd: string;
  /** Lower case. */
  readonly sha256?: string | undefined;
}

export interface PackageDistribution extends Launch {
  /** The name alone. */
  readonly packageName: string;
  /** One version exactly. */
  readonly packageVersion: string;
  /** For Python: `name[extra]`. */
  readonly extras?: string | undefined;
  /** The program of the package, if not the one of its name. */
  readonly cmd?: string | undefined;
}

export interface RegistryAgent {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly repository?: string | undefined;
  readonly website?: string | undefined;
  readonly license?: string | undefined;
  readonly authors: readonly string[];
  readonly binary: ReadonlyMap<Target, BinaryDistribution>;
  readonly npx?: PackageDistribution | undefined;
  readonly uvx?: PackageDistribution | undefined;
}

/** What was wrong with an entry; others are read all the same. */
export interface RegistryProblem {
  /** Its id, or its place in the list. */
  readonly entry: string;
  readonly message: string;
}
