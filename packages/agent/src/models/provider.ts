// What a provider of models is: how to sign in to it, where it is, how it is spoken to. One entry each in providers.ts.
import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { DialectName } from "./ai-sdk/dialect.ts";

export interface Provider {
  readonly id: string;
  readonly title: string;
  /** Variables that together are enough; the first of these groups that is complete is taken. An empty group: nothing is needed. */
  readonly signIn: readonly (readonly string[])[];
  /** Variables that are taken if they are there. */
  readonly also?: readonly string[] | undefined;
  readonly address?: ProviderAddress | undefined;
  /** Where it is, if that is not an address that the user can set; for people to read. */
  readonly where?: ((access: Access) => string) | undefined;
  readonly dialect: DialectName;
  readonly listing?: ListingKind | undefined;
  /** The one to begin with. None: whichever its list has first, if it has a list. */
  readonly defaultModel?: string | undefined;
  /** How its models are found: in our table, or by asking the server, because nobody else can know. */
  readonly models: "catalogue" | "listed";
  /** Imports the provider's package: called when a model is used for the first time, never before. */
  load(model: string, access: Access): Promise<LanguageModelV3>;
}

export interface ProviderAddress {
  readonly variables: readonly string[];
  readonly fallback?: string | undefined;
  readonly version: string;
  /** Whether the version is put behind any path that lacks it, or only behind a bare host. */
  readonly versionGoes: "always" | "bare";
  /** The port if only a host is given. */
  readonly port?: number | undefined;
}

/** How a server lists its models. */
export type ListingKind = "openai" | "anthropic" | "google" | "ollama";

/** Everything that is needed to speak to a provider. Holds secrets: never printed. */
export interface Access {
  /** By the name of the variable. */
  readonly values: ReadonlyMap<string, string>;
  /** Undefined: the provider's package knows. */
  readonly baseUrl: string | undefined;
  readonly fetch: typeof fetch;
}

/** The first of these that is there. */
export function valueOf({ values }: Access, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = values.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}
