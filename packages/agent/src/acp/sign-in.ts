// `authenticate` and `logout`. Loaded when they are called.
import { createAuthentication, type Authentication } from "../auth/authentication.ts";
import { presentThroughClient } from "../auth/present-code.ts";
import { providers } from "../models/providers.ts";
import type { RequestId } from "@parley/rpc";
import type { Agent } from "../session-runtime/agent.ts";

export async function signIn(agent: Agent, methodId: string, requestId: RequestId, signal: AbortSignal): Promise<void> {
  const { client, options } = agent;
  const authentication = await open(agent);
  const say = (text: string): void => {
    // Messages can only be shown in sessions, so every open session shows it.
    for (const session of agent.sessions) agent.notice(session, "info", text);
    options.log.write("info", text);
  };
  const hasSession = [...agent.sessions].length > 0;
  const present = presentThroughClient({
    client,
    scope: { requestId },
    say: hasSession ? say : undefined,
    clock: options.clock,
  });
  await authentication.authenticate(methodId, present, signal);
  await forgetModels(agent);
}

export async function signOut(agent: Agent): Promise<void> {
  await (await open(agent)).logout();
  await forgetModels(agent);
}

/** Open models still have the old key. */
async function forgetModels(agent: Agent): Promise<void> {
  for (const session of agent.sessions) {
    const runtime = await session.runtime?.catch(() => undefined); // Reported by the prompt that needs it.
    runtime?.models.forget();
  }
}

async function open(agent: Agent): Promise<Authentication> {
  const { env, fetch, clock, log, loginArgs } = agent.options;
  const credentials = await agent.userSettings.credentials();
  const hasTerminal = agent.client.client?.clientCapabilities?.auth?.terminal === true;
  return createAuthentication({ providers, env, loginArgs, hasTerminal, credentials, fetch, clock, log });
}
