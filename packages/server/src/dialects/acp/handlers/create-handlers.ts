// Everything that a client may ask, each group in its own file; errors in the words of the protocol.
import type { AgentHandlers } from "@parley/acp";
import { answering } from "../errors.ts";
import { createChoiceHandlers } from "./choices.ts";
import { createConnectionHandlers } from "./connection.ts";
import type { HandlerContext } from "./context.ts";
import { createExtensionHandlers } from "./extensions.ts";
import { createPromptHandlers } from "./prompts.ts";
import { createSessionHandlers } from "./sessions.ts";

type AnyHandler = (...args: readonly unknown[]) => unknown;

export function createHandlers(context: HandlerContext): AgentHandlers {
  const handlers: AgentHandlers = {
    ...createConnectionHandlers(context),
    ...createSessionHandlers(context),
    ...createChoiceHandlers(context),
    ...createPromptHandlers(context),
    ...createExtensionHandlers(context),
  };
  const answered: Record<string, AnyHandler> = {};
  for (const [method, handler] of Object.entries(handlers) as [string, AnyHandler][]) {
    answered[method] = (...args) => answering(() => handler(...args));
  }
  return answered;
}
