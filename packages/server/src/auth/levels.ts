// Whether a choice makes an agent ask less than before, in any form. That needs more than the right to prompt it.
import { isUnknown, type ContentBlock, type EventActor } from "@parley/acp";
import type { Hub, HubSession, OpenedSession, TurnApproval } from "@parley/hub";
import { APPROVAL_LEVELS, isLooser, type SessionPolicy } from "@parley/policy";
import type { Caller } from "../http/dialect.ts";
import { requireAction } from "./require-scope.ts";

type Choices = OpenedSession["choices"];
type PolicyChange = Partial<SessionPolicy>;

/** Modes of other agents that are known to require at least as many approvals as their default. */
const ASKING_MODES: ReadonlySet<string> = new Set([
  "agent",
  "approve",
  "architect",
  "ask",
  "build",
  "chat",
  "code",
  "debug",
  "default",
  "edit",
  "normal",
  "plan",
  "read-only",
  "readonly",
  "review",
  "supervised",
]);

/** Options that do not affect questions, by category or name. */
const HARMLESS_OPTIONS: ReadonlySet<string> = new Set([
  "collaboration_mode",
  "effort",
  "language",
  "model",
  "provider",
  "reasoning_effort",
  "slot",
  "thinking",
  "thought_level",
  "verbosity",
]);

/** Commands in a prompt for our own agent, and equivalent ones of other agents. */
const RAISING_COMMANDS: ReadonlySet<string> = new Set([
  "allow",
  "approval",
  "approvals",
  "permissions",
  "trust",
  "yolo",
]);

export async function setMode(
  hub: Hub,
  caller: Caller,
  sessionId: string,
  modeId: string,
  actor: EventActor,
): Promise<OpenedSession> {
  await checkMode(hub, caller, sessionId, modeId);
  return hub.sessions.setMode(sessionId, modeId, actor);
}

/** For a new session. Throws `forbidden` if it would ask less than the server's default. */
export function checkNewPolicy({ sessions }: Pick<Hub, "sessions">, caller: Caller, wanted: PolicyChange): void {
  requireForLooser(caller, sessions.defaultPolicy, wanted);
}

/** For a session: throws `forbidden` if it would ask less than before. */
export async function setPolicy(
  { sessions }: Pick<Hub, "sessions">,
  caller: Caller,
  sessionId: string,
  change: PolicyChange,
  actor: EventActor,
): Promise<HubSession> {
  requireForLooser(caller, await sessions.get(sessionId), change);
  return sessions.configure(sessionId, change, actor);
}

function requireForLooser(caller: Caller, before: SessionPolicy, change: PolicyChange): void {
  if (caller.scopes.has("admin")) return;
  const { level = before.level, rules = before.rules } = change;
  if (isLooser({ level, rules }, before)) requireAction(caller, "raiseLevel");
}

export async function setConfigOption(
  hub: Hub,
  caller: Caller,
  sessionId: string,
  configId: string,
  value: string | boolean,
  actor: EventActor,
): Promise<OpenedSession> {
  if (!caller.scopes.has("admin")) {
    const { choices } = await hub.sessions.open(sessionId);
    if (await raisesByOption(hub, choices, configId, value)) requireAction(caller, "raiseLevel");
  }
  return hub.sessions.setConfigOption(sessionId, configId, value, actor);
}

/** Throws `forbidden`. */
async function checkMode(hub: Hub, caller: Caller, sessionId: string, modeId: string): Promise<void> {
  if (caller.scopes.has("admin")) return;
  const { choices } = await hub.sessions.open(sessionId);
  if (await raisesByMode(hub, choices, modeId)) requireAction(caller, "raiseLevel");
}

/** A prompt can be a command to the agent. Throws `forbidden`. */
export function checkPrompt(caller: Caller, prompt: readonly ContentBlock[]): void {
  if (caller.scopes.has("admin")) return;
  for (const block of prompt) if (!isUnknown(block) && block.type === "text") checkPromptText(caller, block.text);
}

/** For one turn: the other values ask as much as before, or reject. Throws `forbidden`. */
export function checkApproval(caller: Caller, approve: TurnApproval | undefined): void {
  if (approve === "all") requireAction(caller, "approveAll");
}

/** Like `checkPrompt`, for text that becomes a prompt later. */
export function checkPromptText(caller: Caller, text: string): void {
  if (!caller.scopes.has("admin") && raisesByCommand(text)) requireAction(caller, "raiseLevel");
}

function raisesByCommand(text: string): boolean {
  const [, name = "", word = ""] = /^\s*\/(\S+)\s*(\S*)/.exec(text) ?? [];
  const command = name.toLowerCase();
  if (RAISING_COMMANDS.has(command)) return word !== "" && word.toLowerCase() !== "supervised";
  return (command === "mode" || command === "modes") && isRaisingWord(word);
}

/** Our levels, and other systems' names for such modes. */
function isRaisingWord(word: string): boolean {
  const lower = word.toLowerCase();
  return (
    (lower !== "supervised" && APPROVAL_LEVELS.some((level) => level.startsWith(lower) && lower !== "")) ||
    /bypass|yolo|auto|full|danger|dont|accept|trust|never|skip/.test(lower)
  );
}

async function raisesByMode(hub: Hub, choices: Choices, modeId: string): Promise<boolean> {
  if (modeId === choices.modeId) return false;
  const current = levelOf(choices);
  const level = APPROVAL_LEVELS.findIndex((name) => name === modeId.trim().toLowerCase());
  if (level !== -1) return level > current;
  // Modes of our own agent do not affect what it asks about; an entry of the catalogue is another agent.
  if ((await hub.agents.find(modeId)) !== undefined || choices.otherModeIds?.includes(modeId) === true) return false;
  return !ASKING_MODES.has(modeId.toLowerCase());
}

async function raisesByOption(hub: Hub, choices: Choices, configId: string, value: string | boolean): Promise<boolean> {
  const option = choices.configOptions.find((one) => !isUnknown(one) && one.id === configId);
  if (option !== undefined && !isUnknown(option) && option.currentValue === value) return false;
  if (configId === "approval") {
    return APPROVAL_LEVELS.findIndex((name) => name === value) > levelOf(choices);
  }
  const category = option !== undefined && !isUnknown(option) ? option.category : undefined;
  if (configId === "mode" || category === "mode") {
    return typeof value !== "string" || raisesByMode(hub, choices, value);
  }
  return !HARMLESS_OPTIONS.has(configId) && !(typeof category === "string" && HARMLESS_OPTIONS.has(category));
}

/** The strictest, if the agent does not say. */
function levelOf({ configOptions }: Choices): number {
  const option = configOptions.find((one) => !isUnknown(one) && one.id === "approval");
  const value = option === undefined || isUnknown(option) ? undefined : option.currentValue;
  return Math.max(
    0,
    APPROVAL_LEVELS.findIndex((name) => name === value),
  );
}
