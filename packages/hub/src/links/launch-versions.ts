// Notices that an agent was added again, updated or removed, so that its next session does not share a process of the earlier one.
import type { AgentLaunch, FindAgent } from "@parley/client";
import { createHash } from "node:crypto";
import type { ExternalAgents } from "../api/sources.ts";

interface KnownLaunch {
  /** Of everything that launches are found by. */
  readonly stamp: string;
  readonly launch: string;
  readonly version: number;
}

export class LaunchVersions {
  readonly #external: Pick<ExternalAgents, "stamp">;
  /** By the name of the entry; agents that were never started are not in it. */
  readonly #known = new Map<string, KnownLaunch>();

  constructor(external: Pick<ExternalAgents, "stamp">) {
    this.#external = external;
  }

  /** Another number when the agent is started in another way than before. */
  async versionOf(name: string, find: FindAgent): Promise<number> {
    const known = this.#known.get(name);
    if (known === undefined) return 0;
    const stamp = await this.#external.stamp?.();
    if (stamp === undefined || stamp === known.stamp) return known.version;
    const launch = await find().then(toDigest, () => "");
    const version = known.version + (launch === known.launch ? 0 : 1);
    this.#known.set(name, { stamp, launch, version });
    return version;
  }

  /** The same search, whose result is remembered. */
  watch(name: string, find: FindAgent): FindAgent {
    return async () => {
      // Taken before the search, so that a change during it is noticed by the next one.
      const stamp = await this.#external.stamp?.();
      const found = await find();
      const version = this.#known.get(name)?.version ?? 0;
      if (stamp !== undefined) this.#known.set(name, { stamp, launch: toDigest(found), version });
      return found;
    };
  }
}

/** Variables of a launch may be secret. */
function toDigest({ command, args, env, version }: AgentLaunch): string {
  const text = JSON.stringify([command, args, env, version]);
  return createHash("sha256").update(text).digest("base64url");
}
