// Composes the live region from the state of the chat.
import { durationMs, formatElapsed } from "@parley/chat-model";
import type { Theme } from "../terminal/theme.ts";
import type { LiveRegion } from "../terminal/screen.ts";
import type { ChatHost } from "./chat-host.ts";
import { describeConnection } from "./connection-notes.ts";
import { drawInput } from "./draw/input.ts";
import type { AttachedLabel } from "./attached-files.ts";
import { drawLive, type LiveModel } from "./draw/live.ts";
import { drawStatus } from "./draw/status.ts";
import type { Scrollback } from "./scrollback.ts";
import type { InputState } from "./input/input-state.ts";
import type { Panel } from "./panels/panel.ts";
import type { ChatSession } from "./chat-session.ts";

export interface Composition {
  readonly nowMs: number;
  readonly host: ChatHost;
  readonly view: ChatSession;
  readonly scrollback: Scrollback;
  readonly input: InputState;
  readonly panel: Panel | undefined;
  /** The activity of a slash command. */
  readonly doing: { readonly text: string; readonly startedAt: number } | undefined;
  /** Prompts waiting until the session is open. */
  readonly early: readonly string[];
  /** Temporarily replaces the status. */
  readonly notice: string | undefined;
  /** The attachments of the prompt being typed. */
  readonly attached: readonly AttachedLabel[];
  readonly isAsked: boolean;
  /** The question does not accept keys yet. */
  readonly isHeld: boolean;
}

const HINT = "Describe a task";

export function composeLive(parts: Composition, theme: Theme, rows: number): LiveRegion {
  const { nowMs, view, scrollback, input, panel, host, early } = parts;
  const { chatView } = view;
  // An answer without the arrow cannot be chosen yet.
  const panelTheme = parts.isHeld ? { ...theme, symbols: { ...theme.symbols, arrow: " " } } : theme;
  const hint = chatView.state.agent === null && early.length === 0 ? "" : HINT;
  return drawLive(
    {
      nowMs,
      tail: scrollback.tail(theme),
      isWorkApart: scrollback.isWorkApart,
      thought: chatView.thought,
      tools: chatView.tools,
      looseTerminals: chatView.looseTerminals,
      plan: chatView.plan,
      isOpen: scrollback.isOpen,
      isAsked: parts.isAsked,
      work: describeOngoing(parts),
      isSending: view.session !== undefined && chatView.turn === undefined,
      queued: [...early.map((text) => ({ text })), ...view.queueRows],
      front: (room) =>
        panel?.draw(panelTheme, room) ?? drawInput(input, theme, { hint, attached: parts.attached }, room),
      status: drawStatus(
        {
          agentTitle: host.agent.title,
          level: view.session?.level,
          choices: view.session?.choices,
          state: chatView.state,
          isOpen: scrollback.isOpen,
          notice: parts.notice ?? describeConnection(host.connection),
        },
        theme,
      ),
    },
    theme,
    rows,
  );
}

/** Several things can be in progress at once; the status line has room for the most important one. */
function describeOngoing({ host, view, doing, nowMs, isAsked }: Composition): LiveModel["work"] {
  const starting = host.agent.work(nowMs);
  if (starting !== undefined) return { ...starting, hint: "" };
  if (doing !== undefined) return { ...doing, hint: "" };
  const { session, chatView } = view;
  if (session?.isRunning !== true) return undefined;
  const { turn } = chatView;
  if (isAsked) return { text: "Waiting for your answer", startedAt: nowMs, hint: "" };
  // Without a connection, the turn may be over already, and the chat cannot cancel it.
  const isConnected = host.connection === undefined || host.connection.kind === "connected";
  if (!isConnected) return { text: "Waiting for the server", startedAt: nowMs, hint: "" };
  // Parley takes a snapshot of the files before the prompt is sent and after the agent has finished.
  if (turn === undefined) return { text: "Checking files", startedAt: nowMs, hint: "" };
  const startedAt = nowMs - durationMs(turn, nowMs);
  const problem = view.problem(nowMs);
  if (problem?.type === "not_stopping") {
    return { text: "The agent is not stopping", startedAt, hint: "Esc again to end the turn anyway" };
  }
  if (problem?.type === "quiet") {
    const quiet = formatElapsed(problem.forMs);
    return { text: "Working", startedAt, hint: `no response for ${quiet}, Esc to stop` };
  }
  return { text: "Working", startedAt, hint: "Esc to stop" };
}
