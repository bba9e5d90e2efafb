// Modes that are no conversation: one completion without tools, or the rendered prompt itself. One row each.
import type { LoopEvent, TurnEnd } from "../loop/loop-event.ts";
import type { Message, ToolCallPart, UserMessage } from "../models/message.ts";
import type { FinishReason, Model, ModelUsage } from "../models/model.ts";
import { parseApp, renderAppChangePrompt, renderAppPrompt } from "../modes/one-shot/app.ts";
import { parsePlan, renderPlannerPrompt, toPlanEntries } from "../modes/one-shot/plan.ts";
import type { RenderedPrompt } from "../modes/one-shot/rendered-prompt.ts";
import { createId } from "@parley/base";
import { toConversationText } from "../sessions/conversation-text.ts";
import { runCall } from "../tools/run-call.ts";
import { createCommandContext } from "./command-context.ts";
import { complete, type Completion, type NoCompletion } from "./complete.ts";
import { TurnListener, type TurnPlace } from "./run-loop.ts";
import { findCommand } from "../commands/parse-command.ts";
import { toToolSet } from "./set-up-step.ts";
import { findLatestApp } from "./latest-app.ts";

interface Asked extends TurnPlace {
  readonly model: Model;
  readonly prompt: UserMessage;
  /** The messages before it. */
  readonly before: readonly Message[];
  /** What the person wrote. */
  readonly request: string;
  readonly listener: TurnListener;
  readonly messageId: string;
  /** What the person has seen of the answer so far. */
  readonly shown: { text: string };
}

const NOTHING: ModelUsage = { inputTokens: 0, outputTokens: 0 };
/** What a tool may tell of itself. */
const RESULT_CHARS_MAX = 20_000;

type SpecialMode = (asked: Asked) => Promise<TurnEnd>;

const MODES: Readonly<Record<string, SpecialMode>> = {
  app_maker: (asked) => makeApp(asked, renderAppPrompt(asked.request), "create_app"),
  app_iterator: changeApp,
  planner: plan,
  recipe_maker: makeRecipe,
};

export async function runSpecialMode(place: TurnPlace, prompt: UserMessage): Promise<TurnEnd> {
  const { session, kit } = place;
  const opened = await kit.models.open(session.settings.modelId);
  if ("failure" in opened) return { failure: opened.failure, usage: NOTHING };
  const { model } = opened;
  const listener = new TurnListener(place);
  listener.model = model.info;
  const request = prompt.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  const before = [...kit.conversation.messages];
  kit.conversation.append(prompt);
  const asked = { ...place, model, prompt, before, request, listener, messageId: createId(), shown: { text: "" } };
  const run = Object.hasOwn(MODES, session.mode.id) ? MODES[session.mode.id] : undefined;
  return (run ?? answerOnce)(asked);
}

/** `llm_only` answers with the mode's instructions; `prompt_only` gives what a model would be asked. */
async function answerOnce(asked: Asked): Promise<TurnEnd> {
  const { mode } = asked.session;
  const rendered = { system: mode.instructions, prompt: asked.request };
  if (mode.category === "prompt_only") return say(asked, `${rendered.system}\n\n${rendered.prompt}`);
  const answer = await ask(asked, rendered, true);
  return "failed" in answer ? fail(asked, answer) : end(asked, answer.text, answer);
}

async function makeApp(
  asked: Asked,
  rendered: RenderedPrompt,
  tool: "create_app" | "update_app",
  name?: string,
): Promise<TurnEnd> {
  const answer = await ask(asked, rendered, false);
  if ("failed" in answer) return fail(asked, answer);
  const app = parseApp(answer.text);
  if ("failed" in app) return say(asked, `No app came of it: ${app.failed}\n\n${answer.text}`, answer);
  const input = { name: name ?? app.name, title: app.title, description: asked.request, html: app.html };
  const said = await callTool(asked, { type: "tool_call", callId: createId(), name: tool, input });
  return say(asked, said, answer);
}

async function changeApp(asked: Asked): Promise<TurnEnd> {
  const app = await findLatestApp(asked.session.place.cwd);
  if (app === undefined) return say(asked, "There is no app to change yet. The mode app_maker makes one.");
  return makeApp(asked, renderAppChangePrompt(app, asked.request), "update_app", app.name);
}

async function plan(asked: Asked): Promise<TurnEnd> {
  const { session, request, before } = asked;
  const background = toConversationText(before);
  const answer = await ask(asked, renderPlannerPrompt(request, { modes: session.modes, background }), false);
  if ("failed" in answer) return fail(asked, answer);
  const made = parsePlan(answer.text, session.modes);
  if ("failed" in made) return say(asked, `No plan came of it: ${made.failed}\n\n${answer.text}`, answer);
  session.plan = toPlanEntries(made);
  session.recorder.update({ sessionUpdate: "plan", entries: [...session.plan] });
  const lines = made.tasks.map(({ title, modeId, dependsOn, description }, index) => {
    const after = dependsOn.length === 0 ? "" : `, after ${dependsOn.join(", ")}`;
    return `${index + 1}. **${title}** (${modeId ?? "any mode"}${after})\n   ${description}`;
  });
  return say(asked, lines.join("\n"), answer);
}

async function makeRecipe(asked: Asked): Promise<TurnEnd> {
  const { agent, session, kit, turn, request, before } = asked;
  const command = findCommand("recipe", kit.commands());
  if (command === undefined) return say(asked, "There is no command /recipe.");
  const context = createCommandContext(agent, session, kit, turn);
  const result = await command.run(request, { ...context, conversationText: () => toConversationText(before) });
  return say(asked, "say" in result ? result.say : "No recipe came of it.");
}

async function ask(asked: Asked, { system, prompt }: RenderedPrompt, isShown: boolean): ReturnType<typeof complete> {
  const { model, turn, listener, messageId, prompt: asking } = asked;
  const onText = (text: string): void => {
    if (!isShown) return;
    asked.shown.text += text;
    listener.hear({ type: "text", messageId, text });
  };
  // An app can be made after a picture.
  const others = asking.parts.filter(({ type }) => type !== "text");
  const answer = await complete(model, system, [{ type: "text", text: prompt }, ...others], turn.signal, onText);
  if ("usage" in answer) listener.hear({ type: "step_ended", reason: answer.reason, usage: answer.usage });
  return answer;
}

/** Judged, asked about and shown as every other call. */
async function callTool({ kit, turn, listener }: Asked, call: ToolCallPart): Promise<string> {
  const emit = (event: LoopEvent): void => listener.hear(event);
  const { tools } = toToolSet(kit.tools());
  kit.conversation.append({ role: "assistant", parts: [call] });
  const { result } = await runCall(kit.calls, call, {
    tools,
    resultCharsMax: RESULT_CHARS_MAX,
    signal: turn.signal,
    emit,
  });
  kit.conversation.append({ role: "tool", results: [result] });
  return result.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

function say(asked: Asked, text: string, answer?: Completion): TurnEnd {
  asked.listener.hear({ type: "text", messageId: asked.messageId, text });
  return end(asked, text, answer);
}

function end({ kit, turn, before }: Asked, text: string, answer?: Completion): TurnEnd {
  const usage = answer?.usage ?? NOTHING;
  // As in the loop: what was refused is not in the next request.
  if (answer?.reason === "refusal") kit.conversation.replace(before);
  else if (text.trim() !== "") kit.conversation.append({ role: "assistant", parts: [{ type: "text", text }] });
  if (turn.signal.aborted) return { stopReason: "cancelled", usage };
  return { stopReason: answer === undefined ? "end_turn" : toStopReason(answer.reason), usage };
}

/** What was shown of the answer stands. */
function fail({ kit, shown }: Asked, { failed, failure }: NoCompletion): TurnEnd {
  if (shown.text.trim() !== "") {
    kit.conversation.append({ role: "assistant", parts: [{ type: "text", text: shown.text }] });
  }
  if (failure === undefined) return { stopReason: "cancelled", usage: NOTHING };
  return { failure: { ...failure, message: failed }, usage: NOTHING };
}

function toStopReason(reason: FinishReason): "end_turn" | "max_tokens" | "refusal" {
  return reason === "max_tokens" || reason === "refusal" ? reason : "end_turn";
}
