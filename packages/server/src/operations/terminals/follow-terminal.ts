// Follows a terminal for one reader. A reader that falls behind gets the whole terminal again instead of what it missed.
import type { Reply } from "@parley/contract";
import type { Hub, TerminalFollowing } from "@parley/hub";
import { toNativeExit, toShownTerminal } from "./translate.ts";

export type TerminalStreamEvent =
  /** The terminal so far: at first, and after output was missed. */
  | { readonly type: "terminal"; readonly terminal: Reply<"terminal/get"> }
  | { readonly type: "output"; readonly output: string }
  /** The last event. */
  | { readonly type: "end"; readonly exit?: Reply<"terminal/get">["exit"] };

/** False: pause until `resume`. */
type Send = (event: TerminalStreamEvent) => boolean;

export interface FollowedTerminal {
  /** No event is sent before this. */
  start(): void;
  resume(): void;
  stop(): void;
}

/** Rejects with `session_not_found` or `terminal_not_found`. `failed`: it could not be followed again. */
export async function followTerminal(
  hub: Pick<Hub, "terminals">,
  { id, terminal }: { readonly id: string; readonly terminal: string },
  send: Send,
  failed: (cause: unknown) => void,
): Promise<FollowedTerminal> {
  let following: TerminalFollowing | undefined;
  let held: TerminalStreamEvent[] | undefined = [];
  let [isBehind, isOver, isFollowingAgain] = [false, false, false];
  const give = (event: TerminalStreamEvent): void => {
    if (isOver) return;
    if (held !== undefined) held.push(event);
    else if (isBehind && event.type === "output") return;
    else {
      isOver = event.type === "end";
      isBehind = !send(event);
    }
  };
  const follow = async (): Promise<void> => {
    following = await hub.terminals.follow(id, terminal, {
      output: (output) => give({ type: "output", output }),
      ended: (exit) => give({ type: "end", ...(exit && { exit: toNativeExit(exit) }) }),
    });
  };
  await follow();
  const showAll = (): void => {
    if (following !== undefined) give({ type: "terminal", terminal: toShownTerminal(following.shown) });
  };
  const flush = (): void => {
    const events = held ?? [];
    held = undefined;
    showAll();
    for (const event of events) give(event);
  };
  const followAgain = async (): Promise<void> => {
    isFollowingAgain = true;
    following?.stop();
    held = [];
    await follow();
    [isBehind, isFollowingAgain] = [false, false];
    flush();
  };
  return {
    start: flush,
    resume() {
      if (isBehind && !isOver && !isFollowingAgain) followAgain().catch(failed);
    },
    stop() {
      isOver = true;
      following?.stop();
    },
  };
}
