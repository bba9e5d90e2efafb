// The first lines of a chat: the agent, the folder, and what to do next.
import type { SessionInfo } from "@parley/home/session-log";
import type { SessionChoices } from "../../conversation/conversation.ts";
import type { ChatAgent, OpenSession } from "../chat-host.ts";
import { ADD_MODEL, asInvoked, neutralLine, NO_MODEL, OFFLINE_MODEL_ID, VERSION } from "@parley/base";
import { homedir } from "node:os";
import type { CommandContext } from "../../command.ts";
import { EMPTY_LINE, line, span, type Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { shortenedStart } from "../../terminal/width.ts";
import { wrapLine } from "../../terminal/wrap.ts";

export interface HeaderModel {
  readonly version: string;
  readonly agentTitle: string;
  readonly agentVersion: string | undefined;
  readonly cwd: string;
  /** The server that runs the agent. */
  readonly server?: string | undefined;
  readonly home: string | undefined;
  readonly choices: SessionChoices;
  /** The title of a resumed session. */
  readonly title: string | undefined;
  /** No model was configured, and none was found. */
  readonly lacksModel?: boolean | undefined;
}

const NEXT = "Describe a task. / for commands, @ to attach a file, Alt-Enter for a new line.";
const NEXT_PLAIN = "Describe a task. /help for commands, @path to attach a file, Ctrl-C to stop a turn.";

export function toHeader(
  agent: Pick<ChatAgent, "title" | "version">,
  session: OpenSession,
  info: SessionInfo | undefined,
  { server, settings }: Pick<CommandContext, "server" | "settings">,
): HeaderModel {
  return {
    version: VERSION,
    agentTitle: agent.title,
    // A server does not know the version of an agent that it has not started yet.
    agentVersion: agent.version ? neutralLine(agent.version) : undefined,
    cwd: session.cwd,
    server: server?.url,
    home: homedir(),
    choices: session.choices,
    title: info?.title,
    lacksModel: lacksModel(session, settings),
  };
}

/** The scripted agent has that model on purpose. */
function lacksModel({ choices, transcript }: OpenSession, { model }: CommandContext["settings"]): boolean {
  if (choices.modelId !== OFFLINE_MODEL_ID || model !== undefined) return false;
  return transcript.snapshot().state.agent?.name === OWN_AGENT;
}

/** The built-in agent's own name. */
const OWN_AGENT = "parley";
const OWN_TITLE = "Parley";

/** `isPlain`: the terminal has no single-key input. */
export function drawHeader(model: HeaderModel, theme: Theme, isPlain = false): Line[] {
  const { choices, agentTitle, agentVersion, title } = model;
  const mode = choices.modes.find(({ id }) => id === choices.modeId)?.name;
  const name = choices.models.find(({ id }) => id === choices.modelId)?.name;
  const dot = ` ${theme.symbols.separator} `;
  const settings = [name, mode].flatMap((part) => (part === undefined ? [] : [dot + neutralLine(part)])).join("");
  const isOurs = agentTitle === OWN_TITLE && agentVersion === model.version;
  const who = line(
    span(agentTitle, "strong"),
    agentVersion === undefined ? undefined : ` ${agentVersion}`,
    span(settings, "dim"),
    isOurs ? undefined : span(`${dot}Parley ${model.version}`, "dim"),
  );
  const through = model.server === undefined ? "" : `${dot}${neutralLine(model.server)}`;
  const room = Math.max(1, theme.columns - through.length);
  const where = line(span(shortenedStart(tilde(model.cwd, model.home), room) + through, "dim"));
  const next = title === undefined ? (isPlain ? NEXT_PLAIN : NEXT) : `Resuming: ${neutralLine(title)}`;
  return [
    ...wrapLine(who, theme.columns),
    where,
    EMPTY_LINE,
    ...wrapLine(line(span(next, title === undefined ? "dim" : "strong")), theme.columns),
    ...(model.lacksModel === true ? [NO_MODEL, asInvoked(ADD_MODEL)] : []).flatMap((text) =>
      wrapLine(line(span(text.replaceAll("`", ""), "warn")), theme.columns),
    ),
  ];
}

export function tilde(path: string, home: string | undefined): string {
  if (home === undefined || home === "" || (path !== home && !path.startsWith(`${home}/`))) return neutralLine(path);
  return neutralLine(`~${path.slice(home.length)}`);
}
