// A new recipe: made from a session or written by hand, checked by the server, and saved.
import { revealLine } from "@parley/base";
import { Button, Problem, Section, useView } from "@parley/chat-ui";
import { useState } from "react";
import { RECIPE_SESSIONS_MAX } from "../../limits.ts";
import { useServer } from "../../server/page-server.ts";
import { useAction } from "../../server/use-action.ts";
import "./AddRecipe.css";

const EXAMPLE = {
  version: "1.0.0",
  title: "Greet",
  description: "Greet a person",
  prompt: "say Hello {{ name }}",
  parameters: [{ key: "name", inputType: "string", requirement: "required", description: "Name of the person" }],
};

export function AddRecipe({ onSaved }: { readonly onSaved: () => void }) {
  const { remote, sessions } = useServer();
  const all = useView(sessions, (list) => list.sessions);
  const [text, setText] = useState<string>();
  const { run, isRunning, error, clear } = useAction();
  const edit = (recipe: object) => {
    clear();
    setText(JSON.stringify(recipe, undefined, 2));
  };
  const make = (id: string) => run(async () => edit(await remote.request("recipes/fromSession", { id })));
  const save = () =>
    run(async () => {
      const recipe = await remote.request("recipes/parse", parse(text ?? ""));
      await remote.request("recipes/save", { ...recipe });
      setText(undefined);
      onSaved();
    });
  return (
    <Section title="New recipe">
      <div className="add-recipe">
        <select
          aria-label="Make from a session"
          value=""
          disabled={isRunning}
          onChange={({ target }) => make(target.value)}
        >
          <option value="">Make from a session…</option>
          {all.slice(0, RECIPE_SESSIONS_MAX).map(({ id, name }) => (
            <option key={id} value={id}>
              {revealLine(name)}
            </option>
          ))}
        </select>
        <Button disabled={isRunning} onClick={() => edit(EXAMPLE)}>
          Write one
        </Button>
      </div>
      {text !== undefined && (
        <div className="add-recipe-editor">
          <textarea
            aria-label="Recipe"
            spellCheck={false}
            rows={14}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <div className="add-recipe">
            <Button look="primary" disabled={isRunning} onClick={save}>
              Save recipe
            </Button>
            <Button look="quiet" onClick={() => setText(undefined)}>
              Cancel
            </Button>
          </div>
        </div>
      )}
      {error !== undefined && <Problem title="Not saved" message={error} />}
    </Section>
  );
}

function parse(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`This is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("A recipe is a JSON object.");
  return { ...value };
}
