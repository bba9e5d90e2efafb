// `parley agent login` and `parley agent logout`: selects a provider, reads its key without echo or from a pipe, verifies and saves it.
import { ParleyError } from "@parley/base";
import type { Writable } from "node:stream";
import { isSecretName } from "../secrets/secret-variables.ts";
import type { Credentials } from "./credentials.ts";
import type { CredentialValues } from "./credentials-format.ts";
import { describeCode } from "./present-code.ts";
import type { PresentCode } from "./device-flow.ts";
import { LOGIN_ATTEMPTS_MAX } from "../limits.ts";
import { LineReader, type LineInput } from "./line-reader.ts";
import { GITHUB_METHOD, needsSignIn, type SignInProvider } from "./methods.ts";
import { CLIENT_ID_VARIABLE, type Variables } from "./variables.ts";

/** `unknown`: the provider could not be reached, so the key may be valid. */
export type KeyCheck = { readonly result: "valid" } | { readonly result: "refused" | "unknown"; readonly why: string };

export interface LoginOptions {
  readonly input: LineInput;
  readonly output: Writable;
  readonly credentials: Credentials;
  readonly providers: readonly SignInProvider[];
  /** Undefined: the user selects one. */
  readonly providerId?: string | undefined;
  readonly env: Variables;
  /** Asks the provider whether the key is valid. */
  readonly check: (providerId: string, values: CredentialValues, signal: AbortSignal) => Promise<KeyCheck>;
  /** Signs in with a code and saves the token. */
  readonly gitHub: (present: PresentCode, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

/** The id of the provider; undefined if the user cancelled. Rejects with `usage` or `sign_in_needed`. */
export async function login(options: LoginOptions): Promise<string | undefined> {
  const reader = new LineReader(options.input, options.output);
  const chosen = await choose(options, reader);
  if (chosen === undefined) return undefined;
  if (chosen.id !== GITHUB_METHOD) return takeKey(options, reader, chosen);
  if ((options.env[CLIENT_ID_VARIABLE]?.trim() ?? "") === "") {
    options.output.write(`${GITHUB_TOKEN_HINT}\n`);
    return takeKey(options, reader, chosen);
  }
  await options.gitHub((code) => {
    options.output.write(`${describeCode(code)}\n`);
    return Promise.resolve("shown" as const);
  }, options.signal);
  options.output.write(`Signed in. The token is saved to ${options.credentials.path}\n`);
  return chosen.id;
}

/** Parley has no GitHub app, so signing in with a code requires the user's own. A token works without one. */
const GITHUB_TOKEN_HINT = `Paste a token with access to GitHub Models (https://github.com/settings/tokens). To sign in with a code \
instead, set ${CLIENT_ID_VARIABLE} to the client id of a GitHub app with the device flow enabled \
(https://github.com/settings/developers).`;

function isPiped({ input }: LoginOptions): boolean {
  return input.isTTY !== true;
}

export interface LogoutOptions {
  readonly output: Writable;
  readonly credentials: Credentials;
  /** Undefined: all saved keys. */
  readonly providerId?: string | undefined;
}

/** The ids that were removed. */
export async function logout({ output, credentials, providerId }: LogoutOptions): Promise<readonly string[]> {
  const kept = (await credentials.list()).map(({ id }) => id);
  const forgotten: string[] = [];
  for (const id of providerId === undefined ? kept : [providerId]) {
    if (await credentials.remove(id)) forgotten.push(id);
  }
  const none = providerId === undefined ? "No saved keys" : `No saved key of ${providerId}`;
  const what = forgotten.length === 0 ? none : `Removed the saved key of ${forgotten.join(", ")}`;
  output.write(`${what}. Environment variables are unchanged.\n`);
  return forgotten;
}

async function choose(options: LoginOptions, reader: LineReader): Promise<SignInProvider | undefined> {
  const { providers, providerId, env, output, signal } = options;
  const needed = providers.filter(needsSignIn);
  const find = (id: string): SignInProvider | undefined => needed.find((provider) => provider.id === id);
  if (providerId !== undefined) return find(providerId) ?? refuse(providerId, options, needed);
  if (isPiped(options)) throw notATerminal();
  const rows = needed.map(({ id, title, signIn }) => {
    const isSet = signIn.some((group) => group.every((name) => (env[name] ?? "") !== ""));
    return `${id}: ${title}${isSet ? " (key set in the environment)" : ""}`;
  });
  output.write(`${rows.map((row, index) => `  ${index + 1}  ${row}`).join("\n")}\n`);
  for (let attempt = 0; attempt < LOGIN_ATTEMPTS_MAX; attempt += 1) {
    const answer = (await reader.read({ prompt: "Which provider? ", signal }))?.trim();
    if (answer === undefined) return undefined;
    const byNumber = /^\d+$/.test(answer) ? needed[Number(answer) - 1] : undefined;
    const found = byNumber ?? find(answer);
    if (found !== undefined) return found;
    output.write(`${JSON.stringify(answer)} is not in the list; type a number or a name.\n`);
  }
  return undefined;
}

function refuse(id: string, { providers }: LoginOptions, needed: readonly SignInProvider[]): never {
  const isFree = providers.some((provider) => provider.id === id && !needsSignIn(provider));
  const names = needed.map((provider) => provider.id).join(", ");
  const message = isFree ? `${id} needs no key` : `Provider ${JSON.stringify(id)} not found; available: ${names}`;
  throw new ParleyError({ code: "usage", message });
}

function notATerminal(): ParleyError {
  const message = "Standard input is not a terminal, so the provider and its key must be given";
  const remedy = { label: "Name the provider and pipe its key", command: "parley agent login anthropic < KEY_FILE" };
  return new ParleyError({ code: "usage", message, remedy });
}

function noKey({ id, title, signIn: [names = []] }: SignInProvider): ParleyError {
  const expected = `${names.join(", then ")}${names.length > 1 ? ", one per line" : ""}`;
  const what = names.some(isSecretName) ? "key" : "address";
  const message = `No ${what} for ${title} on standard input (${expected})`;
  const remedy = { label: `Pipe it, or set ${names.join(" and ")}`, command: `parley agent login ${id} < KEY_FILE` };
  return new ParleyError({ code: "usage", message, remedy });
}

async function takeKey(
  options: LoginOptions,
  reader: LineReader,
  provider: SignInProvider,
): Promise<string | undefined> {
  const { output, credentials, env, check, signal } = options;
  const attempts = isPiped(options) ? 1 : LOGIN_ATTEMPTS_MAX;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const values = await readValues(reader, provider, options);
    if (values === undefined && isPiped(options) && !signal.aborted) throw noKey(provider);
    if (values === undefined) return undefined;
    const checked = await check(provider.id, values, signal);
    if (signal.aborted) return undefined;
    if (checked.result === "refused") {
      output.write(`${provider.title} did not accept the key: ${checked.why}\n`);
      continue;
    }
    await credentials.set(provider.id, values);
    const doubt = checked.result === "unknown" ? `Could not verify the key (${checked.why}). ` : "";
    output.write(`${doubt}Saved to ${credentials.path}\n`);
    const first = Object.keys(values).find((name) => (env[name] ?? "") !== "");
    if (first !== undefined) output.write(`${first} is set in the environment and overrides the saved key.\n`);
    return provider.id;
  }
  const message = `${provider.title} accepted no key; nothing was saved`;
  throw new ParleyError({ code: "sign_in_needed", message });
}

/** The first sign-in method; one without a secret may still take a key. */
async function readValues(
  reader: LineReader,
  { signIn: [names = []], also = [] }: SignInProvider,
  options: LoginOptions,
): Promise<CredentialValues | undefined> {
  const { signal } = options;
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = await readValue(reader, name, "", signal);
    if (value === undefined || value === "") return undefined;
    values[name] = value;
  }
  const optional = names.some(isSecretName) ? undefined : also.find(isSecretName);
  if (optional === undefined) return values;
  // A pipe may end before it; at a terminal, the end of the input cancels.
  const line = await readValue(reader, optional, " (optional)", signal);
  const value = line ?? (isPiped(options) && !signal.aborted ? "" : undefined);
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
