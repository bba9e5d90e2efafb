// `parley agent login` and `parley agent logout`: which provider, its key without an echo, a check, and it is kept.
import { ParleyError } from "@parley/base";
import type { Writable } from "node:stream";
import { isSecretName } from "../secrets/secret-variables.ts";
import type { Credentials } from "./credentials.ts";
import type { CredentialValues } from "./credentials-format.ts";
import { describeCode } from "./present-code.ts";
import type { PresentCode } from "./device-flow.ts";
import { LOGIN_ATTEMPTS_MAX } from "./limits.ts";
import { LineReader, type LineInput } from "./line-reader.ts";
import { GITHUB_METHOD, needsSignIn, type SignInProvider } from "./methods.ts";
import type { Variables } from "./variables.ts";

/** `unknown`: nobody could be asked, which says nothing about the key. */
export type KeyCheck = { readonly result: "valid" } | { readonly result: "refused" | "unknown"; readonly why: string };

export interface LoginOptions {
  readonly input: LineInput;
  readonly output: Writable;
  readonly credentials: Credentials;
  readonly providers: readonly SignInProvider[];
  /** Undefined: the person chooses. */
  readonly providerId?: string | undefined;
  readonly env: Variables;
  /** Asks the provider whether it takes them. */
  readonly check: (providerId: string, values: CredentialValues, signal: AbortSignal) => Promise<KeyCheck>;
  /** Signs in by a code and keeps the token. */
  readonly gitHub: (present: PresentCode, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** The id of what was signed in to; undefined if the person gave up. Rejects with `usage` or `sign_in_needed`. */
export async function login(options: LoginOptions): Promise<string | undefined> {
  const reader = new LineReader(options.input, options.output);
  const chosen = await choose(options, reader);
  if (chosen === undefined) return undefined;
  if (chosen === GITHUB_METHOD) {
    await options.gitHub((code) => {
      options.output.write(`${describeCode(code)}\n`);
      return Promise.resolve("shown" as const);
    }, options.signal);
    options.output.write(`Signed in. The token is kept in ${options.credentials.path}\n`);
    return chosen;
  }
  return takeKey(options, reader, chosen);
}

export interface LogoutOptions {
  readonly output: Writable;
  readonly credentials: Credentials;
  /** Undefined: everything that is kept. */
  readonly providerId?: string | undefined;
}

/** What was forgotten. */
export async function logout({ output, credentials, providerId }: LogoutOptions): Promise<readonly string[]> {
  const kept = (await credentials.list()).map(({ id }) => id);
  const forgotten: string[] = [];
  for (const id of providerId === undefined ? kept : [providerId]) {
    if (await credentials.remove(id)) forgotten.push(id);
  }
  const what = forgotten.length === 0 ? "Nothing was kept" : `Forgotten: ${forgotten.join(", ")}`;
  output.write(`${what}. Keys in environment variables are not ours to take away.\n`);
  return forgotten;
}

async function choose(options: LoginOptions, reader: LineReader): Promise<SignInProvider | "github" | undefined> {
  const { providers, providerId, env, output, signal } = options;
  const needed = providers.filter((provider) => needsSignIn(provider) && provider.id !== GITHUB_METHOD);
  const find = (id: string): SignInProvider | "github" | undefined =>
    id === GITHUB_METHOD ? GITHUB_METHOD : needed.find((provider) => provider.id === id);
  if (providerId !== undefined) return find(providerId) ?? refuse(providerId, options, needed);
  const rows = needed.map(({ id, title, signIn }) => {
    const isSet = signIn.some((group) => group.every((name) => (env[name] ?? "") !== ""));
    return `${id}: ${title}${isSet ? " (has a key in the environment)" : ""}`;
  });
  rows.push(`${GITHUB_METHOD}: GitHub, by a code`);
  output.write(`${rows.map((row, index) => `  ${index + 1}  ${row}`).join("\n")}\n`);
  for (let attempt = 0; attempt < LOGIN_ATTEMPTS_MAX; attempt += 1) {
    const answer = (await reader.read({ prompt: "Sign in to which? ", signal }))?.trim();
    if (answer === undefined) return undefined;
    const byNumber = /^\d+$/.test(answer) ? [...needed, GITHUB_METHOD as "github"][Number(answer) - 1] : undefined;
    const found = byNumber ?? find(answer);
    if (found !== undefined) return found;
    output.write(`There is no ${JSON.stringify(answer)}: give the number or the name.\n`);
  }
  return undefined;
}

function refuse(id: string, { providers }: LoginOptions, needed: readonly SignInProvider[]): never {
  const isFree = providers.some((provider) => provider.id === id && !needsSignIn(provider));
  const names = [...needed.map((provider) => provider.id), GITHUB_METHOD].join(", ");
  const message = isFree ? `${id} needs no key` : `There is no provider ${JSON.stringify(id)}; there are ${names}`;
  throw new ParleyError({ code: "usage", message });
}

async function takeKey(
  { output, credentials, env, check, signal }: LoginOptions,
  reader: LineReader,
  provider: SignInProvider,
): Promise<string | undefined> {
  for (let attempt = 0; attempt < LOGIN_ATTEMPTS_MAX; attempt += 1) {
    const values = await readValues(reader, provider, signal);
    if (values === undefined) return undefined;
    const checked = await check(provider.id, values, signal);
    if (signal.aborted) return undefined;
    if (checked.result === "refused") {
      output.write(`${provider.title} does not take it: ${checked.why}\n`);
      continue;
    }
    await credentials.set(provider.id, values);
    if (checked.result === "unknown") output.write(`It could not be checked: ${checked.why}\n`);
    output.write(`Kept in ${credentials.path}\n`);
    const first = Object.keys(values).find((name) => (env[name] ?? "") !== "");
    if (first !== undefined) output.write(`${first} is set in the environment, which goes before what is kept.\n`);
    return provider.id;
  }
  const message = `${provider.title} took none of ${LOGIN_ATTEMPTS_MAX} keys; nothing was kept`;
  throw new ParleyError({ code: "sign_in_needed", message });
}

/** The first way to sign in; what has no secret in it may still take one. */
async function readValues(
  reader: LineReader,
  { signIn: [names = []], also = [] }: SignInProvider,
  signal: AbortSignal,
): Promise<CredentialValues | undefined> {
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = await readValue(reader, name, "", signal);
    if (value === undefined || value === "") return undefined;
    values[name] = value;
  }
  const optional = names.some(isSecretName) ? undefined : also.find(isSecretName);
  if (optional === undefined) return values;
  const value = await readValue(reader, optional, " (may be empty)", signal);
  if (value === undefined) return undefined;
  return value === "" ? values : { ...values, [optional]: value };
}

async function readValue(
  reader: LineReader,
  name: string,
  remark: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const line = await reader.read({ prompt: `${name}${remark}: `, isHidden: isSecretName(name), signal });
  return line?.trim();
}
