// Everything that the gallery shows, by the folder of the components.
import type { GalleryGroup } from "./gallery-state.ts";
import { changes } from "./states/changes.tsx";
import { composer } from "./states/composer.tsx";
import { conversation } from "./states/conversation.tsx";
import { details } from "./states/details.tsx";
import { parts } from "./states/parts.tsx";
import { inbox, questions } from "./states/questions.tsx";
import { sessions } from "./states/sessions.tsx";
import { watch } from "./states/watch.tsx";

export const GROUPS: readonly GalleryGroup[] = [
  conversation,
  questions,
  inbox,
  composer,
  changes,
  watch,
  details,
  sessions,
  parts,
];
