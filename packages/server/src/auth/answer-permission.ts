// Checks an answer to an agent's question against the caller's scope: allowing once, or for longer.
import { isUnknown, type EventActor, type PermissionOption } from "@parley/acp";
import { scopeOfOption } from "@parley/home/judge";
import type { Hub, Interaction } from "@parley/hub";
import type { Caller } from "../http/dialect.ts";
import { checkPromptText } from "./levels.ts";
import { refuseAction, requireAction } from "./require-scope.ts";
import type { Action } from "./scope-table.ts";

type Reply = Parameters<Hub["interactions"]["answerPermission"]>[1];

/** `actor`: who answers, for the log. Rejects with `forbidden`. */
export async function answerPermission(
  { interactions }: Pick<Hub, "interactions">,
  caller: Caller,
  id: string,
  reply: Reply,
  actor: EventActor,
  by: string = caller.name,
): Promise<Interaction> {
  if (!caller.scopes.has("admin")) {
    // The reason of a rejection is the next prompt of an agent that is not ours.
    if (reply.reason !== undefined) checkPromptText(caller, reply.reason);
    const question = await interactions.get(id);
    const action = question.kind === "permission" ? actionOf(reply, question.options) : undefined;
    if (action !== undefined) requireAction(caller, action);
  }
  return interactions.answerPermission(id, reply, by, actor);
}

/** The options that the caller may choose. If none of them allows, the caller may still reject. */
export function offeredOptions(caller: Caller, options: readonly PermissionOption[]): readonly PermissionOption[] {
  if (caller.scopes.has("admin")) return options;
  return options.filter((option) => {
    const action = actionOfOption(option);
    return action === undefined || refuseAction(caller, action) === undefined;
  });
}

function actionOf({ outcome, remember }: Reply, options: readonly PermissionOption[]): Action | undefined {
  if (isUnknown(outcome) || outcome.outcome !== "selected") return undefined;
  const option = options.find(({ optionId }) => optionId === outcome.optionId);
  const isAllowing = option === undefined || option.kind.startsWith("allow");
  const byOption = option === undefined ? undefined : actionOfOption(option);
  if (remember === undefined || byOption === "rememberAllow") return byOption;
  if (!isAllowing) return "rememberDeny";
  return remember.scope === "session" ? "rememberForSession" : "rememberAllow";
}

function actionOfOption({ optionId, kind }: PermissionOption): Action | undefined {
  // Only the agent knows the duration of its own `allow_always`.
  if (scopeOfOption(optionId)?.scope === "session") return "rememberForSession";
  if (kind === "allow_once" || kind === "reject_once") return undefined;
  // An unknown kind may allow anything.
  return kind === "reject_always" ? "rememberDeny" : "rememberAllow";
}

/**
 * The scope in which an answer applies from now on; undefined if the word does not say. The hub knows the session's
 * folder.
 */
export function toRemember(word: string, sessionId: string | undefined): Pick<Reply, "remember"> {
  if (word === "workspace") return { remember: { scope: "workspace", workspace: "" } };
  if (word === "session" && sessionId !== undefined) return { remember: { scope: "session", sessionId } };
  return word === "always" ? { remember: { scope: "always" } } : {};
}
