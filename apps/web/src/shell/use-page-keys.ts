// The keys that hold everywhere on the page.
import { useEffect } from "react";
import { dialogs } from "../state/dialogs.ts";
import { isPaneOpen } from "../state/layout.ts";
import { moveToRegion } from "./regions.ts";

type Act = () => void;

/** Of letters, also capital ones, and signs: only outside of text. */
const PLAIN: Readonly<Record<string, Act>> = {
  n: () => dialogs.open({ name: "new-session" }),
  "?": () => dialogs.open({ name: "keys" }),
  "/": () => focusOn('input[type="search"]'),
  c: () => focusOn('textarea[aria-label="Message"]'),
  "[": () => isPaneOpen.set(!isPaneOpen.value),
};

export function usePageKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const act = actOf(event);
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}

function actOf(event: KeyboardEvent): Act | undefined {
  if (event.defaultPrevented || event.isComposing) return undefined;
  const hasCommand = event.ctrlKey || event.metaKey;
  if (hasCommand && !event.altKey && event.key.toLowerCase() === "k") return () => dialogs.open({ name: "palette" });
  if (dialogs.current !== undefined || hasCommand || event.altKey) return undefined;
  if (event.key === "F6") return () => moveToRegion(event.shiftKey ? -1 : 1);
  return isText(event.target) ? undefined : PLAIN[event.key.toLowerCase()];
}

function isText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select, [role=application], [role=menu] *");
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}
