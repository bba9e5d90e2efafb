// Plays events into a chat and shows what would be on the screen.
import { ChatView } from "@parley/chat-model";
import { createTranscript } from "@parley/acp/transcript";
import { createEventSequence, type SessionEventBody, type SessionUpdate } from "@parley/acp";
import { createFakeClock, type FakeClock } from "@parley/test-support";
import type { Line } from "../../terminal/line.ts";
import type { Theme } from "../../terminal/theme.ts";
import { plainTheme, toText } from "../../terminal/testing/draw.ts";
import { drawTool } from "../draw/tool.ts";
import { Scrollback } from "../scrollback.ts";

export class ChatViewDriver {
  readonly scrollback = new Scrollback();
  readonly chatView = new ChatView(this.scrollback);
  readonly clock: FakeClock = createFakeClock();
  readonly theme: Theme;
  readonly #events = createEventSequence("session", { clock: this.clock });
  readonly #transcript = createTranscript();
  readonly #printed: Line[] = [];

  constructor(theme: Theme = plainTheme()) {
    this.theme = theme;
    this.record({ type: "agent_started", agent: { name: "a" }, agentSessionId: "s", cwd: "/code" });
  }

  record(body: SessionEventBody): void {
    const event = this.#events.next(body);
    this.chatView.apply({ event, patches: this.#transcript.apply(event) });
    this.#printed.push(...this.scrollback.take(this.theme));
  }

  update(update: SessionUpdate): void {
    this.record({ type: "update", update });
  }

  prompt(text: string): void {
    this.record({ type: "prompt", prompt: [{ type: "text", text }] });
  }

  say(text: string): void {
    this.update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
  }

  think(text: string): void {
    this.update({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text } });
  }

  stop(stopReason = "end_turn"): void {
    this.record({ type: "stop", stopReason });
  }

  /** Everything that stays. */
  printed(): string {
    this.#printed.push(...this.scrollback.take(this.theme));
    return toText(this.#printed);
  }

  /** What goes on: the end of the message, then the tool calls. */
  live(): string {
    const tools = this.chatView.tools.flatMap((tool) =>
      drawTool(tool, this.theme, { isOpen: this.scrollback.isOpen, spinner: "*", nowMs: this.clock.now() }),
    );
    return toText([...this.scrollback.tail(this.theme), ...tools]);
  }
}
