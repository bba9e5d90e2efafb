// Opens a new or existing session of a hub.
import type { Remote } from "@parley/remote";
import type { Conversation, ConversationOptions, ConversationSetup, ConversationTarget } from "./conversation.ts";
import { RemoteConversation } from "./remote-conversation.ts";
import { createSession, resumeSession } from "./request-session.ts";
import { SignInNeeded, toSignInNeeded } from "./sign-in-needed.ts";

/**
 * Rejects if the agent of a new session cannot be started; a resumed one reports it in `problem`. With `signsIn`, both
 * reject with `SignInNeeded` if a sign-in is required.
 */
export async function openConversation(
  remote: Remote,
  target: ConversationTarget,
  options: ConversationOptions = {},
): Promise<Conversation> {
  const isNew = "new" in target;
  const setup = isNew ? target.new : (target.setup ?? {});
  const session = isNew
    ? await createSession(remote, target.new, options.signsIn).catch((error: unknown) => {
        throw toSignInNeeded(error) ?? error;
      })
    : await resumeSession(remote, target.resume, target.setup ?? {});
  if (options.signsIn === true && session.problemCode === "sign_in_needed")
    throw new SignInNeeded(session.id, { message: session.problem ?? "The agent requires you to sign in" });
  const { onEvents: _first, ...same } = options;
  const conversation = new RemoteConversation(remote, session, {
    ...options,
    isNew,
    bring: setup.bring,
    open: (sessionId) => openConversation(remote, { resume: sessionId, setup: { bring: setup.bring } }, same),
  });
  try {
    await conversation.read();
    if (session.problem !== undefined) return conversation;
    await conversation.refresh();
    await choose(conversation, setup);
    return conversation;
  } catch (error) {
    conversation.close();
    // If the requested setup failed, the session would stay empty.
    if (isNew) await remote.call("session/delete", { sessionId: session.id }).catch(() => undefined);
    throw error;
  }
}

/** The mode last, because an option may change it. */
async function choose(
  conversation: Conversation,
  { modelId, config = {}, modeId }: Pick<ConversationSetup, "modeId" | "modelId" | "config">,
): Promise<void> {
  if (modelId !== undefined) await conversation.setModel(modelId);
  for (const [id, value] of Object.entries(config)) await conversation.setConfigOption(id, value);
  if (modeId !== undefined) await conversation.setMode(modeId);
}
