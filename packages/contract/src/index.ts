// The public surface of @parley/contract.
export { CONFIRMATION_ACTIONS, type ConfirmationAction } from "./interactions/schemas.ts";
export type { ExtensionConfig } from "./extensions/schemas.ts";
export type { GivenMessage, NativeContent, NativeMessage, UserMessage } from "./messages/schemas.ts";
export type { Operation, RouteContract, Scope } from "./operation.ts";
export type {
  NativeAgent,
  NativeExtension,
  NativeInteraction,
  NativeRecipe,
  NativeSession,
  NativeSlot,
  NativeTurn,
  QueuedPrompt,
  ServerEvent,
} from "./shown.ts";
export { operations, toExtensionMethod } from "./table.ts";
export type { GivenPlan, ReplyRequest } from "./turns/schemas.ts";
export type {
  CheckedParams,
  EmptyReply,
  HttpOnlyName,
  OperationName,
  Operations,
  Params,
  Reply,
  SharedName,
} from "./types.ts";
