// The ways to sign in that `initialize` announces. Light, because that answer waits for it.
import type { AuthMethod, Known } from "@parley/acp";
import { asInvoked } from "@parley/base";
import type { Provider } from "../models/provider.ts";
import { CLIENT_ID_VARIABLE, type Variables } from "./variables.ts";

export const ENVIRONMENT_METHOD = "environment";
export const GITHUB_METHOD = "github";
export const TERMINAL_METHOD = "terminal";
/** What a token of GitHub stands for. */
export const GITHUB_VARIABLE = "GITHUB_TOKEN";

/** What is known of a provider before anything of it is loaded. */
export type SignInProvider = Pick<Provider, "id" | "title" | "signIn" | "also">;

export interface MethodsOptions {
  readonly providers: readonly SignInProvider[];
  readonly env: Variables;
  /** Names of variables whose values are kept for the user. */
  readonly kept?: ReadonlySet<string> | undefined;
  /** What follows the agent's own command line: `parley agent` becomes `parley agent login`. */
  readonly loginArgs: readonly string[];
  /** Whether the client opens terminals to sign in; the method is of no use to others. */
  readonly hasTerminal: boolean;
}

export function toAuthMethods(options: MethodsOptions): Known<AuthMethod>[] {
  const { env, hasTerminal, loginArgs } = options;
  const needed = options.providers.filter(needsSignIn);
  const ready = needed.filter((provider) => isSignedIn(provider, options));
  const methods: Known<AuthMethod>[] = [
    {
      id: ENVIRONMENT_METHOD,
      name: "A key in an environment variable",
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

/** Whether all of what one way to sign in needs is there. */
export function isSignedIn({ signIn }: SignInProvider, { env, kept }: Pick<MethodsOptions, "env" | "kept">): boolean {
  const isThere = (name: string): boolean => (env[name]?.trim() ?? "") !== "" || kept?.has(name) === true;
  return signIn.some((group) => group.length > 0 && group.every(isThere));
}

/** Those that run on this machine need nothing. */
export function needsSignIn({ signIn }: SignInProvider): boolean {
  return !signIn.some((group) => group.length === 0);
}

/** Every variable that would do, the first way of each provider before the others. */
export function variablesOf(providers: readonly SignInProvider[]): readonly string[] {
  return [...new Set(providers.filter(needsSignIn).flatMap(({ signIn }) => signIn.flat()))];
}

function describeVariables(providers: readonly SignInProvider[]): string {
  const each = providers.map(
    ({ title, signIn }) => `${title}: ${signIn.map((group) => group.join(" and ")).join(" or ")}`,
  );
  return each.length === 0 ? "" : `Set one of these, then start the agent again. ${each.join("; ")}.`;
}

function describeReady(providers: readonly SignInProvider[]): string {
  return providers.length === 0 ? "" : `Ready now: ${providers.map(({ title }) => title).join(", ")}.`;
}

function describeGitHub(env: Variables): string {
  const what = "For GitHub Models: enter a code on GitHub's page.";
  if ((env[CLIENT_ID_VARIABLE]?.trim() ?? "") !== "") return what;
  return `${what} First set ${CLIENT_ID_VARIABLE} in the agent's environment to the client id of a GitHub app with the device flow enabled (https://github.com/settings/developers), or save a token with \`${asInvoked("parley agent login github")}\`.`;
}
