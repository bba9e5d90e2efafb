// Finds the credentials and the URL of a provider, or what is missing.
import { hideTokens } from "../secrets/hide-secrets.ts";
import { isSecretName } from "../secrets/secret-variables.ts";
import { asInvoked, truncate } from "@parley/base";
import { normalizeBaseUrl } from "./base-url.ts";
import { readFirst, readSetting, type ModelEnvironment } from "./environment.ts";
import { SHOWN_VALUE_CHARS_MAX } from "../limits.ts";
import type { ModelFailure } from "./model.ts";
import type { Access, Provider, ProviderAddress } from "./provider.ts";

export type FoundAccess = { readonly access: Access } | { readonly failure: ModelFailure };

export async function findAccess(provider: Provider, environment: ModelEnvironment): Promise<FoundAccess> {
  const values = await readComplete(provider, environment);
  if (values === undefined) return { failure: missing(provider) };
  for (const name of provider.also ?? []) {
    const value = await readSetting(environment, name);
    if (value !== undefined) values.set(name, value);
  }
  const address = await readAddress(provider.address, environment);
  if (address !== undefined && "unreadable" in address) return { failure: unreadable(address) };
  return { access: { values, baseUrl: address?.baseUrl, fetch: environment.fetch } };
}

/** Whether its credentials are complete. A provider that needs none is configured even if its server is not running. */
export async function isConfigured(provider: Provider, environment: ModelEnvironment): Promise<boolean> {
  return (await readComplete(provider, environment)) !== undefined;
}

/** Whether the user has set its URL. */
export async function hasOwnAddress({ address }: Provider, environment: ModelEnvironment): Promise<boolean> {
  if (address === undefined) return false;
  const found = await readAddress(address, environment);
  if (found === undefined || "unreadable" in found) return false;
  return address.fallback === undefined || found.baseUrl !== `${address.fallback}${address.version}`;
}

/** Values that must never be shown. */
export function secretsOf({ values }: Access): readonly string[] {
  return [...values].flatMap(([name, value]) => (isSecretName(name) ? [value] : []));
}

/** The variables in use. */
export function signedInWith({ values }: Access): readonly string[] {
  return [...values.keys()].filter(isSecretName);
}

/** All variables that can be used. */
export function keysOf({ signIn, also = [] }: Provider): readonly string[] {
  return [...new Set([...signIn.flat(), ...also])].filter(isSecretName);
}

/** "A, or B and C". */
function describeSignIn({ signIn }: Provider): string {
  return signIn.map((group) => group.join(" and ")).join(", or ");
}

async function readComplete(
  { signIn }: Provider,
  environment: ModelEnvironment,
): Promise<Map<string, string> | undefined> {
  for (const group of signIn) {
    const values = new Map<string, string>();
    for (const name of group) {
      const value = await readSetting(environment, name);
      if (value !== undefined) values.set(name, value);
    }
    if (values.size === group.length) return values;
  }
  return undefined;
}

type FoundAddress = { readonly baseUrl: string } | { readonly unreadable: string; readonly variable: string };

async function readAddress(
  address: ProviderAddress | undefined,
  environment: ModelEnvironment,
): Promise<FoundAddress | undefined> {
  if (address === undefined) return undefined;
  const { fallback, port, variables, version, versionGoes } = address;
  const given = (await readFirst(environment, variables)) ?? fallback;
  if (given === undefined) return undefined;
  const isHostAlone = !given.includes("://") && !/:\d+(?:\/|$)/.test(given);
  const baseUrl = normalizeBaseUrl(
    isHostAlone && port !== undefined ? `${given}:${port}` : given,
    version,
    versionGoes,
  );
  return baseUrl === undefined ? { unreadable: given, variable: variables[0] ?? "" } : { baseUrl };
}

function missing(provider: Provider): ModelFailure {
  return {
    kind: "auth_required",
    message: `No key for ${provider.title} found.`,
    remedy: `Set ${describeSignIn(provider)}, or run \`${asInvoked("parley agent login")} ${provider.id}\`.`,
    variables: [...new Set(provider.signIn.flat())],
  };
}

function unreadable({ unreadable: text, variable }: Extract<FoundAddress, { unreadable: string }>): ModelFailure {
  return {
    kind: "connection",
    message: `${variable} is not a URL: ${JSON.stringify(hideTokens(truncate(text, SHOWN_VALUE_CHARS_MAX)))}.`,
    remedy: `Set ${variable} to something like https://example.com/v1.`,
  };
}
