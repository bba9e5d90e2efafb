// Under the input: what answers the prompt, and how. One list per choice.
import { revealLine, truncate } from "@parley/base";
import { TITLE_CHARS_MAX } from "../limits.ts";
import type { Picker } from "./composer-port.ts";
import "./Pickers.css";

export interface PickersProps {
  readonly pickers: readonly Picker[];
  readonly onChoose: (pickerId: string, value: string) => void;
}

export function Pickers({ pickers, onChoose }: PickersProps) {
  return pickers.map(({ id, name, value, options, isMarked }) => (
    <select
      key={id}
      className={isMarked === true ? "pickers-picker pickers-marked" : "pickers-picker"}
      aria-label={toShown(name)}
      title={toShown(name)}
      value={value}
      onChange={({ target }) => onChoose(id, target.value)}
    >
      {!options.some((option) => option.value === value) && <option value={value}>{toShown(value)}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {toShown(option.label)}
        </option>
      ))}
    </select>
  ));
}

function toShown(text: string): string {
  return revealLine(truncate(text, TITLE_CHARS_MAX));
}
