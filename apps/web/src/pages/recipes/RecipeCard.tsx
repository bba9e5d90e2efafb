// One recipe: what it does, its parameters, and buttons that run and delete it.
import { neutralLine, reveal } from "@parley/base";
import { Button, Card, Problem } from "@parley/chat-ui";
import { useId, useState, type FormEvent } from "react";
import { useLocation } from "wouter";
import { useServer } from "../../server/page-server.ts";
import { useAction } from "../../server/use-action.ts";
import { sessionPath } from "../../state/routes.ts";
import { findProblem, initialValue, toParameters, type Parameter, type SavedRecipe } from "./recipe-values.ts";
import "./RecipeCard.css";

export interface RecipeCardProps {
  readonly saved: SavedRecipe;
  readonly onChanged: () => void;
}

export function RecipeCard({ saved: { id, recipe }, onChanged }: RecipeCardProps) {
  const { remote } = useServer();
  const [, navigate] = useLocation();
  const { run, isRunning, error } = useAction();
  const parameters = recipe.parameters ?? [];
  const [values, setValues] = useState(() => Object.fromEntries(parameters.map((one) => [one.key, initialValue(one)])));
  const [folder, setFolder] = useState("");
  const [isDeleting, setDeleting] = useState(false);
  const title = neutralLine(recipe.title);
  const problem = findProblem(parameters, values);
  const start = (event: FormEvent) => {
    event.preventDefault();
    run(async () => {
      const given = {
        parameters: toParameters(parameters, values),
        ...(folder.trim() !== "" && { working_dir: folder.trim() }),
      };
      const turn = await remote.request("recipes/run", { id, ...given });
      navigate(sessionPath(turn.session_id));
    });
  };
  const remove = () =>
    run(async () => {
      await remote.request("recipes/delete", { id });
      onChanged();
    });
  return (
    <Card label={title}>
      <h3 className="recipe-card-title">{title}</h3>
      <p className="recipe-card-about">{neutralLine(recipe.description)}</p>
      <details className="recipe-card-text">
        <summary>Prompt</summary>
        <pre>{reveal([recipe.instructions, recipe.prompt].filter((text) => text !== undefined).join("\n\n"))}</pre>
      </details>
      <form className="recipe-card-form" aria-label={`Run ${title}`} onSubmit={start}>
        {parameters.map((parameter) => (
          <ParameterField
            key={parameter.key}
            parameter={parameter}
            value={values[parameter.key] ?? ""}
            onChange={(value) => setValues({ ...values, [parameter.key]: value })}
          />
        ))}
        <label className="recipe-card-field">
          <span>Folder</span>
          <input
            value={folder}
            placeholder="The server's folder if empty"
            onChange={({ target }) => setFolder(target.value)}
          />
        </label>
        <div className="recipe-card-buttons">
          <Button type="submit" look="primary" disabled={isRunning || problem !== undefined} title={problem}>
            Run
          </Button>
          <Button look="quiet" aria-label={`Delete ${title}…`} onClick={() => setDeleting(true)}>
            Delete…
          </Button>
        </div>
      </form>
      {isDeleting && (
        <Confirmation title={title} isRunning={isRunning} onDelete={remove} onKeep={() => setDeleting(false)} />
      )}
      {error !== undefined && <Problem title="That did not work" message={error} />}
    </Card>
  );
}

interface ConfirmationProps {
  readonly title: string;
  readonly isRunning: boolean;
  readonly onDelete: () => void;
  readonly onKeep: () => void;
}

function Confirmation({ title, isRunning, onDelete, onKeep }: ConfirmationProps) {
  return (
    <div className="recipe-card-buttons" role="group" aria-label={`Delete ${title}?`}>
      <span>Delete this recipe? This cannot be undone.</span>
      <Button look="danger" disabled={isRunning} aria-label={`Delete ${title}`} onClick={onDelete} autoFocus>
        Delete
      </Button>
      <Button onClick={onKeep}>Keep</Button>
    </div>
  );
}

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ParameterField({ parameter, value, onChange }: ParameterFieldProps) {
  const { key, inputType, requirement = "required", description = "", options = [] } = parameter;
  const hint = useId();
  const choices = inputType === "boolean" ? ["false", "true"] : options;
  const common = { value, "aria-describedby": hint, "aria-required": requirement !== "optional" };
  return (
    <label className="recipe-card-field">
      <span>{neutralLine(key)}</span>
      {inputType === "select" || inputType === "boolean" ? (
        <select {...common} onChange={({ target }) => onChange(target.value)}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {neutralLine(choice)}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          inputMode={inputType === "number" ? "decimal" : undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      <small id={hint}>
        {neutralLine(description)}
        {requirement === "optional" && " (optional)"}
      </small>
    </label>
  );
}
