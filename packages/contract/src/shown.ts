// Schemas that several replies contain, by name.
import type { agentSchema, slotSchema } from "./agents/schemas.ts";
import type { serverEventSchema } from "./events/schemas.ts";
import type { shownExtensionSchema } from "./extensions/schemas.ts";
import type { interactionSchema } from "./interactions/schemas.ts";
import type { recipeSchema } from "./recipes/schemas.ts";
import type { sessionSchema } from "./sessions/schemas.ts";
import type { queuedPromptSchema, turnSchema } from "./turns/schemas.ts";
import type { ShownBy } from "./types.ts";

export type NativeSession = ShownBy<typeof sessionSchema>;
export type NativeTurn = ShownBy<typeof turnSchema>;
export type QueuedPrompt = ShownBy<typeof queuedPromptSchema>;
export type NativeInteraction = ShownBy<typeof interactionSchema>;
export type ServerEvent = ShownBy<typeof serverEventSchema>;
export type NativeAgent = ShownBy<typeof agentSchema>;
export type NativeSlot = ShownBy<typeof slotSchema>;
export type NativeExtension = ShownBy<typeof shownExtensionSchema>;
export type NativeRecipe = ShownBy<typeof recipeSchema>;
