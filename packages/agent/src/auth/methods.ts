// The sign-in methods that `initialize` announces. Light, because that response waits for it.
import type { AuthMethod, Known } from "@parley/acp";
import { asInvoked } from "@parley/base";
import type { Provider } from "../models/provider.ts";
import { CLIENT_ID_VARIABLE, type Variables } from "./variables.ts";

export const ENVIRONMENT_METHOD = "environment";
export const GITHUB_METHOD = "github";
export const TERMINAL_METHOD = "terminal";
/** The variable of a GitHub token. */
export const GITHUB_VARIABLE = "GITHUB_TOKEN";

/** What is known about a provider before it is loaded. */
export type SignInProvider = Pick<Provider, "id" | "title" | "signIn" | "also">;

export interface MethodsOptions {
  readonly providers: readonly SignInProvider[];
  readonly env: Variables;
  /** Names of variables whose values are saved. */
  readonly kept?: ReadonlySet<string> | undefined;
  /** Appended to the agent's command line: `parley agent` becomes `parley agent login`. */
  readonly loginArgs: readonly string[];
  /** Whether the client can run the login command in a terminal. */
  readonly hasTerminal: boolean;
}

export function toAuthMethods(options: MethodsOptions): Known<AuthMethod>[] {
  const { env, hasTerminal, loginArgs } = options;
  const needed = options.providers.filter(needsSignIn);
  const ready = needed.filter((provider) => isSignedIn(provider, options));
  const methods: Known<AuthMethod>[] = [
    {
      id: ENVIRONMENT_METHOD,
      name: "API key in an environment variable",
      description: [describeVariables(needed), describeReady(ready)].filter((text) => text !== "").join(" "),
    },
    { id: GITHUB_METHOD, name: "GitHub", description: describeGitHub(env) },
  ];
  if (hasTerminal) {
    methods.push({
      type: "terminal",
      id: TERMINAL_METHOD,
      name: "In a terminal",
      description: "Choose a provider and enter its key; it is saved in a file that only you can read.",
      args: [...loginArgs],
    });
  }
  return methods;
}

/** Whether everything that one sign-in method needs is set. */
export function isSignedIn({ signIn }: SignInProvider, { env, kept }: Pick<MethodsOptions, "env" | "kept">): boolean {
  const isThere = (name: string): boolean => (env[name]?.trim() ?? "") !== "" || kept?.has(name) === true;
  return signIn.some((group) => group.length > 0 && group.every(isThere));
}

/** False for providers on this machine. */
export function needsSignIn({ signIn }: SignInProvider): boolean {
  return !signIn.some((group) => group.length === 0);
}

/** All variables that can be set, the first method of each provider first. */
export function variablesOf(providers: readonly SignInProvider[]): readonly string[] {
  return [...new Set(providers.filter(needsSignIn).flatMap(({ signIn }) => signIn.flat()))];
}

function describeVariables(providers: readonly SignInProvider[]): string {
  const each = providers.map(
    ({ title, signIn }) => `${title}: ${signIn.map((group) => group.join(" and ")).join(" or ")}`,
  );
  return each.length === 0 ? "" : `Set one of these, then restart the agent. ${each.join("; ")}.`;
}

function describeReady(providers: readonly SignInProvider[]): string {
  return providers.length === 0 ? "" : `Ready now: ${providers.map(({ title }) => title).join(", ")}.`;
}

function describeGitHub(env: Variables): string {
  const what = "For GitHub Models: enter a code on GitHub's page.";
  if ((env[CLIENT_ID_VARIABLE]?.trim() ?? "") !== "") return what;
  return `${what} First set ${CLIENT_ID_VARIABLE} in the agent's environment to the client id of a GitHub app with the device flow enabled (https://github.com/settings/developers), or save a token with \`${asInvoked("parley agent login github")}\`.`;
}
