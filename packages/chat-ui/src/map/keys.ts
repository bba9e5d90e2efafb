// The keys of the map, for the map itself and for the help page.
import type { MoveDirection } from "./layout.ts";

const DIRECTIONS: Readonly<Record<string, MoveDirection>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

export function directionOf(key: string): MoveDirection | undefined {
  return DIRECTIONS[key];
}

export function isZoomInKey(key: string): boolean {
  return key === "+" || key === "=";
}

export function isZoomOutKey(key: string): boolean {
  return key === "-" || key === "Backspace";
}

export const MAP_KEYS: readonly { readonly keys: string; readonly does: string }[] = [
  { keys: "Arrow keys", does: "Choose a file of the map" },
  { keys: "Enter", does: "Show the history of the chosen file" },
  { keys: "+ −", does: "Zoom into its folder, and out" },
];
