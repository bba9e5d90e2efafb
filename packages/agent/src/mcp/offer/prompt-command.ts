// A prompt of a server as a slash command: the rendered prompt is sent to the model.
import { ParleyError, isObject } from "@parley/base";
import type { CommandContext, CommandResult, RenderedMessages, SlashCommand } from "../../commands/command.ts";
import type { ListedPrompt } from "../connection.ts";
import { ContentReader } from "./content.ts";
import { parsePromptValues, type PromptValues } from "./prompt-arguments.ts";
import type { ServerReach } from "./server-reach.ts";

export function createPromptCommand(prompt: ListedPrompt, name: string, reach: ServerReach): SlashCommand {
  const hint = prompt.arguments.map(({ name: argument, isRequired }) =>
    isRequired ? `<${argument}>` : `[${argument}]`,
  );
  const description = prompt.description || prompt.title || prompt.name;
  return {
    name,
    description: `${description} (MCP server ${reach.name})`,
    hint: hint.length === 0 ? undefined : hint.join(" "),
    run: (rest, context) => run(prompt, name, rest, reach, context),
    prompt: {
      server: reach.name,
      name: prompt.name,
      description,
      arguments: prompt.arguments.map(({ name: argument, description: meaning, isRequired }) => ({
        name: argument,
        ...(meaning ? { description: meaning } : {}),
        required: isRequired,
      })),
      render: (values, signal) => render(prompt, name, values, reach, signal),
    },
  };
}

async function render(
  prompt: ListedPrompt,
  command: string,
  given: string | Readonly<Record<string, string>>,
  reach: ServerReach,
  signal: AbortSignal,
): Promise<RenderedMessages> {
  const parsed = typeof given === "string" ? parsePromptValues(given, prompt.arguments) : checkValues(prompt, given);
  if (!("values" in parsed)) {
    const message = describeProblem(prompt, command, parsed.missing, parsed.tooMany);
    throw new ParleyError({ code: "bad_input", message: `arguments: ${message}` });
  }
  const { connection } = reach;
  if (connection === undefined) throw new ParleyError({ code: "connection_failed", message: reach.describe() });
  let answer: unknown;
  try {
    answer = await connection.getPrompt(prompt.name, parsed.values, signal);
  } catch (cause) {
    throw new ParleyError({ code: "connection_failed", message: await reach.explain(cause), cause });
  }
  const { messages, description } = isObject(answer) ? answer : {};
  return {
    ...(typeof description === "string" ? { description } : {}),
    messages: Array.isArray(messages) ? messages : [],
  };
}

function checkValues(prompt: ListedPrompt, values: Readonly<Record<string, string>>): PromptValues {
  const names = prompt.arguments.map(({ name }) => name);
  const tooMany = Object.keys(values).filter((name) => !names.includes(name));
  if (tooMany.length > 0) return { tooMany };
  const missing = prompt.arguments.filter(({ name, isRequired }) => isRequired && !Object.hasOwn(values, name));
  return missing.length > 0 ? { missing: missing.map(({ name }) => name) } : { values };
}

async function run(
  prompt: ListedPrompt,
  command: string,
  rest: string,
  reach: ServerReach,
  { signal }: CommandContext,
): Promise<CommandResult> {
  const parsed = parsePromptValues(rest, prompt.arguments);
  if (!("values" in parsed)) return { say: describeProblem(prompt, command, parsed.missing, parsed.tooMany) };
  const { connection, limits } = reach;
  if (connection === undefined) return { say: reach.describe() };
  let answer: unknown;
  try {
    answer = await connection.getPrompt(prompt.name, parsed.values, signal);
  } catch (error) {
    return { say: signal.aborted ? "Cancelled." : await reach.explain(error) };
  }
  const reader = new ContentReader(limits);
  const messages: readonly unknown[] = isObject(answer) && Array.isArray(answer["messages"]) ? answer["messages"] : [];
  for (const message of messages) addMessage(reader, message);
  if (reader.isEmpty) return { say: `The prompt /${command} of the MCP server "${reach.name}" is empty.` };
  const { parts, files } = reader.finish();
  return { prompt: [...parts, ...files] };
}

function addMessage(reader: ContentReader, message: unknown): void {
  if (!isObject(message)) return;
  const { role, content } = message as { readonly role?: unknown; readonly content?: unknown };
  // Everything becomes one user message, so messages of the assistant must be marked.
  if (role === "assistant") reader.addText("The assistant's answer, to continue from:");
  for (const item of Array.isArray(content) ? (content as unknown[]) : [content]) reader.add(item);
}

function describeProblem(
  prompt: ListedPrompt,
  command: string,
  missing: readonly string[] | undefined,
  tooMany: readonly string[] | undefined,
): string {
  const problem =
    missing === undefined
      ? `\`/${command}\` takes fewer arguments: \`${tooMany?.join(" ")}\` is left over.`
      : `\`/${command}\` needs ${missing.map((name) => `\`${name}\``).join(" and ")}.`;
  const rows = prompt.arguments.map(
    ({ name, description, isRequired }) =>
      `- \`${name}\`${isRequired ? "" : " (optional)"}${description ? `: ${description}` : ""}`,
  );
  const how =
    prompt.arguments.length === 0 ? [] : ["", "By position or as `name=value`, quoted if it contains spaces:", ...rows];
  return [problem, ...how].join("\n");
}
