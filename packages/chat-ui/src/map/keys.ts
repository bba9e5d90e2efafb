// The keys of the map.
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
