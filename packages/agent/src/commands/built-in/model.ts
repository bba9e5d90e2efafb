// /model: shows the model and the alternatives, and switches to another.
import type { ModelInfo } from "../../models/model.ts";
import { bullets, inlineCode, table } from "../../text/markdown.ts";
import { findNearNames } from "@parley/base";
import { formatPrice, formatTokens } from "../amounts.ts";
import { say, sayFailure } from "../answer.ts";
import { choose } from "../choose.ts";
import type { CommandContext, CommandResult, SlashCommand } from "../command.ts";
import { LISTED_MAX } from "../../limits.ts";

export const modelCommand: SlashCommand = {
  name: "model",
  description: "Show the available models, or switch to another",
  hint: "provider/model",
  run: (rest, context) => sayFailure(() => (rest === "" ? list(context) : set(rest, context))),
};

async function list(context: CommandContext): Promise<CommandResult> {
  const { settings } = context;
  const models = await context.models();
  const current = models.find(({ id }) => id === settings.modelId);
  const shown = [...(current === undefined ? [] : [current]), ...models.filter((model) => model !== current)];
  const rows = shown.slice(0, LISTED_MAX).map((model) => toRow(model, settings.modelId));
  return say(
    `The model is ${current === undefined ? inlineCode(settings.modelId) : describe(current)}.`,
    rows.length === 0
      ? "No other models are known."
      : table(["model", "context", "price per million tokens", "takes"], rows),
    models.length > LISTED_MAX ? `… and ${models.length - LISTED_MAX} more.` : "",
    "Change it with `/model PROVIDER/MODEL`; part of the name is enough if it is unambiguous.",
  );
}

async function set(typed: string, context: CommandContext): Promise<CommandResult> {
  const models = await context.models();
  const chosen = choose(typed, models, ({ id, name }) => [id, name]);
  if ("several" in chosen) {
    const names = chosen.several.map(({ id }) => inlineCode(id));
    return say(`Several models match ${inlineCode(typed)}:`, bullets(names, LISTED_MAX), "Type more of the name.");
  }
  if ("none" in chosen && !/^[^\s/]+\/\S+$/.test(typed)) {
    const close = findNearNames(
      typed,
      models.flatMap(({ id }) => [id, id.slice(id.indexOf("/") + 1)]),
    );
    const meant = close.length === 0 ? "" : ` Did you mean ${close.map(inlineCode).join(", ")}?`;
    return say(`Model ${inlineCode(typed)} not found.${meant} \`/model\` lists them.`);
  }
  // A provider may have models that it does not list, so unknown names are accepted.
  const modelId = "item" in chosen ? chosen.item.id : typed;
  if (modelId === context.settings.modelId) return say(`The model is already ${inlineCode(modelId)}.`);
  await context.change({ modelId });
  return say(`The model is now ${"item" in chosen ? describe(chosen.item) : inlineCode(modelId)}.`);
}

function describe({ id, contextTokens, price, isOffline }: ModelInfo): string {
  const cost = isOffline === true ? "free, offline demo" : formatPrice(price);
  return `${inlineCode(id)} (context ${formatTokens(contextTokens)} tokens, ${cost})`;
}

function toRow({ id, contextTokens, price, takesImages, thinks, isOffline }: ModelInfo, currentId: string): string[] {
  const takes = [takesImages ? "images" : "", thinks ? "thinking" : ""].filter((word) => word !== "").join(", ");
  const name = id === currentId ? `**${inlineCode(id)}** (now)` : inlineCode(id);
  return [name, formatTokens(contextTokens), isOffline === true ? "free" : formatPrice(price), takes];
}
