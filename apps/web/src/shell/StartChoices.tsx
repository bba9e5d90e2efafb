// Mode and model of a session that does not exist yet, from what its agent offered the last time it ran here.
import type { Picker } from "@parley/chat-ui";
import { useId } from "react";

export interface StartChoicesProps {
  /** Undefined: not known, because the agent never ran here. */
  readonly pickers: readonly Picker[] | undefined;
  /** What was chosen, by the id of the picker. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly onChoose: (pickerId: string, value: string) => void;
}

export function StartChoices({ pickers, chosen, onChoose }: StartChoicesProps) {
  if (pickers === undefined) {
    return (
      <p className="new-session-unknown">
        This agent has not run here yet, so its modes and models are unknown. You can select them in the session.
      </p>
    );
  }
  return pickers.map((picker) => (
    <StartChoice key={picker.id} picker={picker} value={chosen[picker.id] ?? ""} onChoose={onChoose} />
  ));
}

function StartChoice({
  picker: { id, name, options },
  value,
  onChoose,
}: {
  readonly picker: Picker;
  readonly value: string;
  readonly onChoose: StartChoicesProps["onChoose"];
}) {
  const fieldId = useId();
  return (
    <>
      <label htmlFor={fieldId}>{name}</label>
      <select id={fieldId} value={value} onChange={({ target }) => onChoose(id, target.value)}>
        <option value="">The agent's default</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </>
  );
}
