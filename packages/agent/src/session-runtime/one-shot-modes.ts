// Modes that are not a conversation: a single completion without tools, or the rendered prompt itself. One row each.
import { createId } from "@parley/base";
import { renderPlanPrompt, renderRecipePrompt, type PlanCandidate } from "@parley/planning";
import { runCall } from "../loop/tool-call.ts";
import type { LoopEvent, TurnEnd } from "../loop/types.ts";
import type { Message, ToolCallPart, UserMessage } from "../models/message.ts";
import type { FinishReason, Model, ModelUsage } from "../models/model.ts";
import { type MadeApp, parseApp, renderAppChangePrompt, renderAppPrompt } from "../modes/one-shot/app.ts";
import type { AgentMode } from "../modes/mode.ts";
import type { RenderedPrompt } from "../modes/one-shot/rendered-prompt.ts";
import { toConversationText } from "../sessions/conversation-text.ts";
import { readApps } from "../tools/apps/app-files.ts";
import { APP_HTML_BYTES_MAX } from "../limits.ts";
import { readPlainFile } from "../tools/files/plain-files.ts";
import { toToolSet } from "../tools/tool-set.ts";
import type { AgentSession } from "./agent-session.ts";
import { complete, type Completion, type NoCompletion } from "./complete.ts";
import { LoopEventHandler, type TurnContext } from "./run-loop.ts";

interface Asking extends TurnContext {
  readonly prompt: UserMessage;
  /** The messages before it. */
  readonly before: readonly Message[];
  /** The text of the prompt. */
  readonly request: string;
  readonly events: LoopEventHandler;
  readonly messageId: string;
  /** The part of the answer shown so far. */
  readonly shown: { text: string };
}

interface Asked extends Asking {
  readonly model: Model;
}

const NOTHING: ModelUsage = { inputTokens: 0, outputTokens: 0 };
/** Maximum length of a tool's result. */
const RESULT_CHARS_MAX = 20_000;

type SpecialMode = (asked: Asked) => Promise<TurnEnd>;

const MODES: Readonly<Record<string, SpecialMode>> = {
  app_maker: (asked) => makeApp(asked, renderAppPrompt(asked.request), "create_app"),
  app_iterator: changeApp,
};

type Rendering = (request: string, before: string, session: AgentSession) => string;

/** The text after the mode's instructions. */
const PROMPTS: Readonly<Record<string, Rendering>> = {
  planner: (request, background, { modes }) =>
    renderPlanPrompt({ request, background, candidates: modes.filter(isForTasks).map(toCandidate) }),
  recipe_maker: (request, before) => renderRecipePrompt(before, request),
};

function isForTasks({ category, isInternal }: AgentMode): boolean {
  return category === "session" && isInternal !== true;
}

function toCandidate({ id, whenToUse }: AgentMode): PlanCandidate {
  return { name: id, whenToUse };
}

export async function runOneShotMode(context: TurnContext, prompt: UserMessage): Promise<TurnEnd> {
  const { session, runtime } = context;
  const request = prompt.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  const before = [...runtime.conversation.messages];
  const events = new LoopEventHandler(context);
  const asking = { ...context, prompt, before, request, events, messageId: createId(), shown: { text: "" } };
  if (session.mode.category === "prompt_only") return givePrompt(asking);
  const opened = await runtime.models.open(session.settings.modelId);
  if ("failure" in opened) return { failure: opened.failure, usage: NOTHING };
  const { model } = opened;
  events.model = model.info;
  runtime.conversation.append(prompt);
  const run = Object.hasOwn(MODES, session.mode.id) ? MODES[session.mode.id] : undefined;
  return (run ?? answerOnce)({ ...asking, model });
}

/** Shows the prompt that a model would get; no model is called. */
function givePrompt(asking: Asking): TurnEnd {
  const { session, runtime, prompt, request, before } = asking;
  const { id, instructions } = session.mode;
  const render = Object.hasOwn(PROMPTS, id) ? PROMPTS[id] : undefined;
  runtime.conversation.append(prompt);
  const rendered = render === undefined ? request : render(request, toConversationText(before), session);
  return say(asking, `${instructions}\n\n${rendered}`);
}

async function answerOnce(asked: Asked): Promise<TurnEnd> {
  const rendered = { system: asked.session.mode.instructions, prompt: asked.request };
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
  if ("failed" in app) return say(asked, `No app was created: ${app.failed}\n\n${answer.text}`, answer);
  const input = { name: name ?? app.name, title: app.title, description: asked.request, html: app.html };
  const said = await callTool(asked, { type: "tool_call", callId: createId(), name: tool, input });
  return say(asked, said, answer);
}

async function changeApp(asked: Asked): Promise<TurnEnd> {
  const app = await findLatestApp(asked.session.folders.cwd);
  if (app === undefined) return say(asked, "No app found to change. Use the mode app_maker to create one.");
  return makeApp(asked, renderAppChangePrompt(app, asked.request), "update_app", app.name);
}

async function ask(asked: Asked, { system, prompt }: RenderedPrompt, isShown: boolean): ReturnType<typeof complete> {
  const { model, turn, events, messageId, prompt: asking } = asked;
  const onText = (text: string): void => {
    if (!isShown) return;
    asked.shown.text += text;
    events.handle({ type: "text", messageId, text });
  };
  // Images stay part of the prompt: an app can be modelled on a picture.
  const others = asking.parts.filter(({ type }) => type !== "text");
  const answer = await complete(model, system, [{ type: "text", text: prompt }, ...others], turn.signal, onText);
  if ("usage" in answer) events.handle({ type: "step_ended", reason: answer.reason, usage: answer.usage });
  return answer;
}

/** Approved and shown like any other call. */
async function callTool({ runtime, turn, events }: Asked, call: ToolCallPart): Promise<string> {
  const emit = (event: LoopEvent): void => events.handle(event);
  const { tools } = toToolSet(runtime.tools());
  runtime.conversation.append({ role: "assistant", parts: [call] });
  const { result } = await runCall(runtime.calls, call, {
    tools,
    resultCharsMax: RESULT_CHARS_MAX,
    signal: turn.signal,
    emit,
  });
  runtime.conversation.append({ role: "tool", results: [result] });
  return result.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

function say(asked: Asking, text: string, answer?: Completion): TurnEnd {
  asked.events.handle({ type: "text", messageId: asked.messageId, text });
  return end(asked, text, answer);
}

function end({ runtime, turn, before }: Asking, text: string, answer?: Completion): TurnEnd {
  const usage = answer?.usage ?? NOTHING;
  // As in the loop, a refused prompt is left out of the next request.
  if (answer?.reason === "refusal") runtime.conversation.replace(before);
  else if (text.trim() !== "") runtime.conversation.append({ role: "assistant", parts: [{ type: "text", text }] });
  if (turn.signal.aborted) return { stopReason: "cancelled", usage };
  return { stopReason: answer === undefined ? "end_turn" : toStopReason(answer.reason), usage };
}

/** The part of the answer that was shown is kept. */
function fail({ runtime, shown }: Asked, { failed, failure }: NoCompletion): TurnEnd {
  if (shown.text.trim() !== "") {
    runtime.conversation.append({ role: "assistant", parts: [{ type: "text", text: shown.text }] });
  }
  if (failure === undefined) return { stopReason: "cancelled", usage: NOTHING };
  return { failure: { ...failure, message: failed }, usage: NOTHING };
}

function toStopReason(reason: FinishReason): "end_turn" | "max_tokens" | "refusal" {
  return reason === "max_tokens" || reason === "refusal" ? reason : "end_turn";
}

async function findLatestApp(cwd: string): Promise<MadeApp | undefined> {
  const apps = await readApps(cwd);
  const latest = apps.toSorted((a, b) => (a.manifest.updated < b.manifest.updated ? 1 : -1))[0];
  if (latest === undefined) return undefined;
  const html = await readPlainFile(latest.htmlPath, APP_HTML_BYTES_MAX);
  return html === undefined ? undefined : { name: latest.name, title: latest.manifest.title, html };
}
