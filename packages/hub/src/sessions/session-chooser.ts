// The choices of a session's agent, and selecting them: mode, model, options, approval level.
import type { EventActor } from "@parley/acp";
import { ParleyError, type Log } from "@parley/base";
import type { SessionChoices } from "@parley/client";
import { APPROVAL_LEVELS, parseLevel, type ApprovalLevel } from "@parley/policy";
import type { Agents } from "../api/agents.ts";
import type { AgentLink } from "../api/agent-link.ts";
import type { OpenedSession } from "../api/sessions.ts";
import type { HubAgents } from "../agents/create-agents.ts";
import type { AutoAgent } from "../auto/auto-agent.ts";
import type { LinkSessions } from "../links/link-sessions.ts";
import type { SessionAgents } from "../links/session-agents.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import { APPROVAL, offersApproval, withApproval } from "../policy/approval-option.ts";
import { setPolicy } from "./set-policy.ts";
import { toHubSession } from "./to-hub-session.ts";

export interface SessionChooserOptions {
  readonly live: LiveSessions;
  readonly links: LinkSessions;
  readonly agents: Agents & Pick<HubAgents, "findMode">;
  readonly sessionAgents: SessionAgents;
  readonly auto: AutoAgent;
  readonly defaultLevel: ApprovalLevel;
  readonly log: Log;
}

export class SessionChooser {
  readonly #options: SessionChooserOptions;

  constructor(options: SessionChooserOptions) {
    this.#options = options;
  }

  async open(id: string): Promise<OpenedSession> {
    return this.#open(await this.#options.live.get(id));
  }

  async setMode(id: string, modeId: string, actor?: EventActor): Promise<OpenedSession> {
    const { live, agents } = this.#options;
    const session = await live.get(id);
    const isOwn = await this.#isOwn(session);
    const mode = isOwn ? await agents.findMode(modeId) : undefined;
    const level = isOwn && mode === undefined ? toLevel(modeId) : undefined;
    if (level !== undefined) return this.#setLevel(session, level, actor);
    // Rejects if it is disabled.
    if (mode !== undefined) await agents.get(mode.name);
    // A caller that chooses a mode wants it for the next prompt.
    await this.#options.auto.setAuto(id, false);
    return this.#choose(session, (link) => link.setMode(modeId));
  }

  async setModel(id: string, modelId: string): Promise<OpenedSession> {
    return this.#choose(await this.#options.live.get(id), (link) => link.setModel(modelId));
  }

  async setConfigOption(
    id: string,
    configId: string,
    value: string | boolean,
    actor?: EventActor,
  ): Promise<OpenedSession> {
    const session = await this.#options.live.get(id);
    if (configId === "mode" && typeof value === "string" && (await this.#isOwn(session))) {
      return this.setMode(id, value, actor);
    }
    if (configId === APPROVAL) {
      const { choices } = await this.#link(session);
      if (offersApproval(choices.configOptions)) return this.#setLevel(session, readLevel(value), actor);
    }
    return this.#choose(session, (link) => link.setConfigOption(configId, value));
  }

  async #isOwn(session: LiveSession): Promise<boolean> {
    return (await this.#options.sessionAgents.find(session))?.kind === "mode";
  }

  async #setLevel(session: LiveSession, level: ApprovalLevel, actor: EventActor | undefined): Promise<OpenedSession> {
    await setPolicy(session, { level }, actor, this.#options.log);
    await session.save();
    return this.#open(session);
  }

  async #choose(session: LiveSession, choose: (link: AgentLink) => Promise<void>): Promise<OpenedSession> {
    await choose(await this.#link(session));
    await this.#options.links.follow(session);
    await session.save();
    return this.#open(session);
  }

  async #link(session: LiveSession): Promise<AgentLink> {
    const { links, sessionAgents } = this.#options;
    return links.open(session, await sessionAgents.get(session));
  }

  async #open(session: LiveSession): Promise<OpenedSession> {
    const { links, sessionAgents, defaultLevel } = this.#options;
    const entry = await sessionAgents.get(session);
    const { choices, commands } = await links.open(session, entry);
    await links.noteChoices(session, entry);
    // An agent of another server decides there.
    const shown = entry.kind === "a2a" ? choices : withLevel(choices, session.policy.level);
    const facts = await sessionAgents.facts(session, entry);
    return { session: toHubSession(session, defaultLevel), choices: shown, commands, facts };
  }
}

/** Rejects with `bad_input`, in terms of the option's value, because the caller does not know about levels. */
function readLevel(value: unknown): ApprovalLevel {
  const parsed = parseLevel(value);
  if ("value" in parsed) return parsed.value;
  throw new ParleyError({ code: "bad_input", message: `/value: must be ${parsed.expected}` });
}

/** Other agents offer approval levels as modes, so clients try them. */
function toLevel(modeId: string): ApprovalLevel | undefined {
  return APPROVAL_LEVELS.find((level) => level === modeId.trim().toLowerCase());
}

/** The choices are live, and stay so. */
function withLevel(choices: SessionChoices, level: ApprovalLevel): SessionChoices {
  const { modes, modeId, otherModeIds, models, modelId, configOptions } = choices;
  return { modes, modeId, otherModeIds, models, modelId, configOptions: withApproval(configOptions, level) };
}
