// Makes a recipe from a session: with the model, or from the words of the prompts if no model is configured.
import type { SessionEvent } from "@parley/acp";
import { ParleyError, silentLog, type Log } from "@parley/base";
import {
  parseRecipe,
  readProposedRecipe,
  RECIPE_MAKER_INSTRUCTIONS,
  recipeFromWords,
  renderRecipePrompt,
  type Recipe,
} from "@parley/planning";
import { redact } from "@parley/policy";
import type { Complete, FindComplete } from "../api/sources.ts";
import { askModel } from "../text/ask-model.ts";
import { isAbandoned } from "../log/abandoned.ts";
import { FigureSum, type SessionFigures } from "../sessions/session-figures.ts";
import { collectConversation, type Said } from "../text/conversation.ts";

export interface RecipeSource {
  readonly title: string;
  /** Its title. */
  readonly agentTitle: string;
  readonly findComplete?: FindComplete | undefined;
  readonly log?: Log | undefined;
}

/** Rejects with `bad_input` if nothing was asked for. */
export async function recipeFromConversation(
  conversation: readonly Said[],
  { title, agentTitle, findComplete, log = silentLog }: RecipeSource,
): Promise<Recipe> {
  // Recipes are shared, so secrets are removed.
  const said = conversation.map(({ by, text }) => ({ by, text: redact(text) }));
  const prompts = said.filter(({ by }) => by === "user").map(({ text }) => text);
  if (prompts.length === 0) {
    const message = "Nothing was asked for in this session, so no recipe can be made from it";
    throw new ParleyError({ code: "bad_input", message });
  }
  const byModel = await tryModel(findComplete, said, log);
  return byModel ?? recipeFromWords({ title: redact(title), agentTitle, prompts });
}

/** Without a hub: from the events of a log, which is read twice, because its end says what was rewound. */
export async function recipeFromEvents(
  read: () => Promise<AsyncIterable<SessionEvent>>,
  source: RecipeSource & { readonly agent: string },
): Promise<Recipe> {
  const sum = new FigureSum();
  for await (const event of await read()) sum.add(event);
  const conversation = await collectConversation(thatCount(await read(), sum.figures));
  return parseRecipe({ ...(await recipeFromConversation(conversation, source)), agent: source.agent });
}

async function* thatCount(
  events: AsyncIterable<SessionEvent>,
  figures: SessionFigures,
): AsyncGenerator<SessionEvent, void, undefined> {
  for await (const event of events) if (!isAbandoned(figures, event.seq)) yield event;
}

async function tryModel(
  findComplete: FindComplete | undefined,
  conversation: readonly Said[],
  log: Log,
): Promise<Recipe | undefined> {
  try {
    const complete = await findComplete?.();
    return complete === undefined ? undefined : await askForRecipe(complete, conversation);
  } catch (error) {
    log.write("warn", "The model did not return a recipe; one is made from what was said", { error });
    return undefined;
  }
}

async function askForRecipe(complete: Complete, conversation: readonly Said[]): Promise<Recipe> {
  const text = conversation.map((said) => `${said.by === "user" ? "User" : "Agent"}: ${said.text}`).join("\n\n");
  return readProposedRecipe(await askModel(complete, `${RECIPE_MAKER_INSTRUCTIONS}\n\n${renderRecipePrompt(text)}`));
}
