// Under the input: what answers the prompt, and how. One list per choice.
import { neutralLine } from "@parley/base";
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
      aria-label={neutralLine(name)}
      title={neutralLine(name)}
      value={value}
      onChange={({ target }) => onChoose(id, target.value)}
    >
      {!options.some((option) => option.value === value) && <option value={value}>{neutralLine(value)}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {neutralLine(option.label)}
        </option>
      ))}
    </select>
  ));
}
