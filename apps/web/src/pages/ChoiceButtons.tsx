// A few choices of which one holds, as buttons in a row.
import { Button } from "@parley/chat-ui";
import "./ChoiceButtons.css";

export interface ChoiceButtonsProps<Choice extends string> {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: Choice;
  readonly onChoose: (choice: Choice) => void;
  /** How a choice is shown; itself unless given. */
  readonly words?: Readonly<Record<Choice, string>> | undefined;
}

export function ChoiceButtons<Choice extends string>(props: ChoiceButtonsProps<Choice>) {
  const { label, choices, chosen, onChoose, words } = props;
  return (
    <div className="choice-buttons" role="group" aria-label={label}>
      {choices.map((choice) => (
        <Button
          key={choice}
          look={choice === chosen ? "plain" : "quiet"}
          aria-pressed={choice === chosen}
          onClick={() => onChoose(choice)}
        >
          {words?.[choice] ?? choice}
        </Button>
      ))}
    </div>
  );
}
