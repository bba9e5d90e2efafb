// Google's Gemini CLI.
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { AgentRecipe } from "./recipe.ts";

export const gemini: AgentRecipe = {
  name: "gemini",
  packages: ["@google/gemini-cli@0.61.0"],
  version: "0.61.0",
  program: "@google/gemini-cli/bundle/gemini.js",
  setUp: ({ modelUrl }) => ({
    args: ["--acp", "--skip-trust"],
    env: {
      GEMINI_API_KEY: "stub",
      GOOGLE_GEMINI_BASE_URL: modelUrl,
      GEMINI_MODEL: "gemini-2.5-flash",
    },
    files: {
      ".gemini/settings.json": JSON.stringify({
        security: { auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false, sessionRetention: { enabled: false } },
      }),
    },
  }),
  beforeReopen: ageSessions,
};

const DAY_MS = 86_400_000;

/** Its session files are named by the minute, and one that is loaded within that minute is overwritten: make each a day older. */
async function ageSessions(home: string): Promise<void> {
  const folder = join(home, ".gemini", "tmp", "workspace", "chats");
  // The oldest first, so that none takes the place of another.
  for (const name of (await readdir(folder)).toSorted()) {
    const [, day, time, rest = ""] = /^session-(\d{4}-\d\d-\d\d)T(\d\d-\d\d)(.*)$/.exec(name) ?? [];
    if (day === undefined || time === undefined) continue;
    const older = new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, day.length);
    await rename(join(folder, name), join(folder, `session-${older}T${time}${rest}`));
  }
}
