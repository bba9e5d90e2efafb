// What a model provider is: credentials, URL and dialect. One entry each in providers.ts.
import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { DialectName } from "./ai-sdk/dialect.ts";

export interface Provider {
  readonly id: string;
  readonly title: string;
  /** Groups of variables; the first complete group is used. An empty group means that nothing is needed. */
  readonly signIn: readonly (readonly string[])[];
  /** Optional variables. */
  readonly also?: readonly string[] | undefined;
  readonly address?: ProviderAddress | undefined;
  /** Its location, for display, if the URL cannot be configured. */
  readonly where?: ((access: Access) => string) | undefined;
  readonly dialect: DialectName;
  readonly listing?: ListingKind | undefined;
  /** Default model; otherwise the first of its list. */
  readonly defaultModel?: string | undefined;
  /** How its models are found: in our table, or from the server. */
  readonly models: "catalogue" | "listed";
  /** Imports the provider's package; called on first use of a model. */
  load(model: string, access: Access): Promise<LanguageModelV3>;
}

export interface ProviderAddress {
  readonly variables: readonly string[];
  readonly fallback?: string | undefined;
  readonly version: string;
  /** Whether the version is appended to any path without it, or only to a bare host. */
  readonly versionGoes: "always" | "bare";
  /** Default port, if only a host is given. */
  readonly port?: number | undefined;
}

/** How a server lists its models. */
export type ListingKind = "openai" | "anthropic" | "google" | "ollama";

/** Everything needed to access a provider. Contains secrets, so it is never printed. */
export interface Access {
  /** By the name of the variable. */
  readonly values: ReadonlyMap<string, string>;
  /** Undefined to use the default of the package. */
  readonly baseUrl: string | undefined;
  readonly fetch: typeof fetch;
}

/** The first one that is set. */
export function valueOf({ values }: Access, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = values.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}
