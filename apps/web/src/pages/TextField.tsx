// A line of text in a form, with its label above.
import "./TextField.css";

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string | undefined;
  readonly isRequired?: boolean | undefined;
}

export function TextField({ label, value, onChange, placeholder, isRequired = false }: TextFieldProps) {
  return (
    <label className="text-field">
      <span>{label}</span>
      <input
        value={value}
        placeholder={placeholder}
        required={isRequired}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
