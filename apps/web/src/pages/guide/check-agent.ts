// Whether an agent can be used right now: starts it in a session that is deleted afterwards, and asks what it offers.
import { toMessage } from "@parley/chat-ui";
import { ParleyError } from "@parley/base";
import type { Operations } from "@parley/contract";
import type { Remote } from "@parley/remote";

type Choices = Operations["sessions/choices"]["reply"]["choices"];

export interface CheckedAgent {
  readonly isReady: boolean;
  readonly message: string;
  /** A command for a terminal that helps. */
  readonly command?: string | undefined;
}

const SIGN_IN = "parley agent login";

export async function checkAgent(remote: Remote, agent: string, isOwn: boolean): Promise<CheckedAgent> {
  let id: string | undefined;
  try {
    ({ id } = await remote.request("sessions/create", { agent, name: "Connection check" }));
    const { choices } = await remote.request("sessions/choices", { id });
    return isOwn ? toOwn(choices) : { isReady: true, message: `It started and is ready${toModel(choices)}.` };
  } catch (error) {
    const remedy = error instanceof ParleyError ? error.remedy : undefined;
    const command = remedy !== undefined && "command" in remedy ? remedy.command : undefined;
    return { isReady: false, message: toMessage(error), command };
  } finally {
    if (id !== undefined) await remote.request("sessions/delete", { id }).catch(() => undefined);
  }
}

/** The built-in agent always starts; without a key it has the offline models only. */
export function toOwn(choices: Pick<Choices, "models" | "modelId">): CheckedAgent {
  const real = choices.models.filter(({ id }) => !id.startsWith("offline/"));
  if (real.length === 0) {
    return {
      isReady: false,
      message: "It has no model yet. Add a key in a terminal, then check again:",
      command: SIGN_IN,
    };
  }
  const selected = real.find(({ id }) => id === choices.modelId);
  const others = selected === undefined ? "select one below the message" : `${selected.name} is selected`;
  return { isReady: true, message: `${real.length === 1 ? "1 model" : `${real.length} models`} available; ${others}.` };
}

function toModel({ models, modelId }: Choices): string {
  const name = models.find(({ id }) => id === modelId)?.name;
  return name === undefined ? "" : ` with ${name}`;
}
