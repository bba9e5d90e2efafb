// Everything that the gallery shows, by the folder of the components.
import type { GalleryGroup } from "./gallery-state.ts";
import { conversation } from "./states/conversation.tsx";
import { parts } from "./states/parts.tsx";

export const GROUPS: readonly GalleryGroup[] = [conversation, parts];
