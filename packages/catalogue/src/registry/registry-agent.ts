// An agent as the registry describes it.

/** Platform names of the registry. */
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
  /** Relative to the archive's root. */
  readonly cmd: string;
  /** Lower-case hexadecimal. */
  readonly sha256?: string | undefined;
}

export interface PackageDistribution extends Launch {
  /** Without a version. */
  readonly packageName: string;
  /** An exact version. */
  readonly packageVersion: string;
  /** For Python: `name[extra]`. */
  readonly extras?: string | undefined;
  /** The package's program, if its name differs from the package's. */
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

/** What is wrong with an entry; the others are still read. */
export interface RegistryProblem {
  /** Its id, or its position in the list. */
  readonly entry: string;
  readonly message: string;
}
