// All built-in modes, in display order. To add one: a file in its slot's folder, a line here.
import { appIterator } from "./assistant/app-iterator.ts";
import { appMaker } from "./assistant/app-maker.ts";
import { assistant } from "./assistant/assistant.ts";
import { judge } from "./assistant/judge.ts";
import { planner } from "./assistant/planner.ts";
import { recipeMaker } from "./assistant/recipe-maker.ts";
import { specialist } from "./assistant/specialist.ts";
import { architect } from "./coding/architect.ts";
import { backend } from "./coding/backend.ts";
import { devsecops } from "./coding/devsecops.ts";
import { frontend } from "./coding/frontend.ts";
import { pm } from "./coding/pm.ts";
import { qa } from "./coding/qa.ts";
import { security } from "./coding/security.ts";
import { sre } from "./coding/sre.ts";
import type { AgentMode, Slot } from "./mode.ts";

export const BUILT_IN_MODES: readonly AgentMode[] = [
  pm,
  architect,
  backend,
  frontend,
  qa,
  security,
  sre,
  devsecops,
  assistant,
  specialist,
  recipeMaker,
  appMaker,
  appIterator,
  judge,
  planner,
];

export const DEFAULT_MODE_IDS: Readonly<Record<Slot, string>> = { coding: backend.id, assistant: assistant.id };
