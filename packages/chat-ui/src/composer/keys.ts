// The keys of the input. Each function returns whether the key was one of its own.
import type { KeyboardEvent } from "react";
import type { Completion, OfferedItem } from "./use-completion.ts";

export interface MenuActions {
  readonly choose: (item: OfferedItem) => void;
  /** It is typed out already, so that Enter sends. */
  readonly isWord: (item: OfferedItem) => boolean;
}

/** While suggestions are shown. */
export function takeMenuKey({ key }: KeyboardEvent, completion: Completion, { choose, isWord }: MenuActions): boolean {
  const { menu } = completion;
  const item = menu?.items[menu.selected];
  if (item === undefined) return false;
  if (key === "ArrowDown") completion.move(1);
  else if (key === "ArrowUp") completion.move(-1);
  else if (key === "Escape") completion.close();
  else if (key === "Tab" || (key === "Enter" && !isWord(item))) choose(item);
  else return false;
  return true;
}

export interface KeyActions {
  /** With Ctrl or Cmd: at once, in the place of the running turn. */
  readonly send: (isSteering: boolean) => void;
  readonly escape: () => void;
  /** To an earlier or a later prompt; false if there is none. */
  readonly step: (by: -1 | 1) => boolean;
}

export function takeKey({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent, actions: KeyActions): boolean {
  if (key === "Enter" && !shiftKey) actions.send(ctrlKey || metaKey);
  else if (key === "Escape") actions.escape();
  else if (key === "ArrowUp" || key === "ArrowDown") return actions.step(key === "ArrowUp" ? -1 : 1);
  else return false;
  return true;
}
