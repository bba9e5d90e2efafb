// The agents, in the order of the table: those for every day first.
import { claudeZed } from "./claude-zed.ts";
import { claude } from "./claude.ts";
import { cline } from "./cline.ts";
import { codexZed } from "./codex-zed.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import { gemini } from "./gemini.ts";
import { goose } from "./goose.ts";
import { kilo } from "./kilo.ts";
import { opencode } from "./opencode.ts";
import { parley } from "./parley.ts";
import { pi } from "./pi.ts";
import { qwen } from "./qwen.ts";
import type { AgentRecipe } from "./recipe.ts";

export const agents: readonly AgentRecipe[] = [
  parley,
  gemini,
  claudeZed,
  goose,
  codex,
  opencode,
  copilot,
  kilo,
  codexZed,
  cline,
  claude,
  qwen,
  pi,
];
