// What is loaded while the agent boots: the store of sessions, the rules, and what the client does for an agent.
import { openRulesFile } from "@parley/home/rules";
import { createFileSessionStore, type SessionStore } from "@parley/home/session-log";
import { createFeatures, type FeaturesOptions } from "@parley/client/features";
import type { Feature } from "@parley/client";
import { join } from "node:path";
import type { CommandContext } from "../command.ts";

/** The sessions of the server, if the command attached to one; else those in files. */
export async function openStore({ home, server }: Pick<CommandContext, "home" | "server">): Promise<SessionStore> {
  if (server === undefined) return createFileSessionStore({ folder: join(home, "sessions") });
  const { openServerStore } = await import("../server/server-store.ts");
  return openServerStore(server);
}

export function openFeatures(options: Omit<FeaturesOptions, "rules">): readonly Feature[] {
  return createFeatures({ ...options, rules: openRulesFile(options.parleyHome) });
}
