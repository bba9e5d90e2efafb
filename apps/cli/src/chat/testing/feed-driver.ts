// Plays events into a feed and shows what would be on the screen.
import { createEventSequence, type SessionEventBody, type SessionUpdate } from "@parley/acp";
import { createFakeClock, type FakeClock } from "@parley/test-support";
import type { Line } from "../../terminal/line.ts";
import type { Look } from "../../terminal/look.ts";
import { plainLook, toText } from "../../terminal/testing/draw.ts";
import { drawTool } from "../draw/tool.ts";
import { Feed } from "../feed/feed.ts";
import { Outlet } from "../feed/outlet.ts";

export class FeedDriver {
  readonly outlet = new Outlet();
  readonly feed = new Feed(this.outlet);
  readonly clock: FakeClock = createFakeClock();
  readonly look: Look;
  readonly #events = createEventSequence("session", { clock: this.clock });
  readonly #printed: Line[] = [];

  constructor(look: Look = plainLook()) {
    this.look = look;
    this.record({ type: "agent_started", agent: { name: "a" }, agentSessionId: "s", cwd: "/code" });
  }

  record(body: SessionEventBody): void {
    this.feed.apply(this.#events.next(body));
    this.#printed.push(...this.outlet.take(this.look));
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
    this.#printed.push(...this.outlet.take(this.look));
    return toText(this.#printed);
  }

  /** What goes on: the end of the message, then the tool calls. */
  live(): string {
    const tools = this.feed.tools.flatMap((tool) =>
      drawTool(tool, this.look, { isOpen: this.outlet.isOpen, spinner: "*", nowMs: this.clock.now() }),
    );
    return toText([...this.outlet.tail(this.look), ...tools]);
  }
}
