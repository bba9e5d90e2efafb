// The keys of the review: j and k move, the others press the button of what has the focus.
import type { KeyboardEvent } from "react";
import type { ReviewAction } from "./changes-port.ts";

const REVIEW_KEYS: Readonly<Record<string, ReviewAction>> = { y: "keep", u: "undo", r: "redo" };
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };
const STOPS = "[data-review-stop]";

export function onReviewKey(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget, target } = event;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
  if (target.matches("select, input, textarea")) return;
  const step = STEPS[key];
  if (step !== undefined) move(currentTarget, target, step);
  else if (!press(target, REVIEW_KEYS[key])) return;
  event.preventDefault();
}

function move(list: HTMLElement, from: HTMLElement, step: number): void {
  const stops = [...list.querySelectorAll<HTMLElement>(STOPS)];
  const now = stops.findLastIndex((one) => one === from || one.contains(from));
  stops[Math.max(0, Math.min(stops.length - 1, now + step))]?.focus();
}

/** Of a hunk its own button, otherwise that of the file. */
function press(target: HTMLElement, action: ReviewAction | undefined): boolean {
  if (action === undefined) return false;
  const place = target.closest("[role=group][data-review-stop], header");
  const button = place?.querySelector<HTMLButtonElement>(`button[data-review=${action}]:not(:disabled)`);
  button?.click();
  return button !== null && button !== undefined;
}
