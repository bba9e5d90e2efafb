// One way to sign in to an agent.
import { revealLine } from "@parley/base";
import { Button, CopyLine } from "@parley/chat-ui";
import type { Operations } from "@parley/contract";
import { useState, type FormEvent } from "react";
import { toCommandLine } from "./command-line.ts";
import "./SignInMethod.css";

type Method = Operations["agents/signIns"]["reply"]["sign_ins"][number];

export interface SignInMethodProps {
  readonly method: Method;
  readonly isBusy: boolean;
  readonly onSignIn: (methodId: string, values?: Readonly<Record<string, string>>) => void;
}

export function SignInMethod({ method, isBusy, onSignIn }: SignInMethodProps) {
  const name = revealLine(method.name);
  return (
    <div className="sign-in-method" role="group" aria-label={name}>
      <h4 className="sign-in-method-title">{name}</h4>
      {method.description !== undefined && <p>{revealLine(method.description)}</p>}
      {method.link !== undefined && /^https?:/.test(method.link) && (
        <p>
          <a href={method.link} target="_blank" rel="noopener noreferrer">
            {revealLine(method.link)}
          </a>
        </p>
      )}
      {method.type === "terminal" && (
        <>
          <p>Run this in a terminal on the server's machine, then restart the agent:</p>
          <CopyLine label="Command" text={toCommandLine(method)} />
        </>
      )}
      {method.type === "agent" && (
        <Button disabled={isBusy} onClick={() => onSignIn(method.id)}>
          Sign in: {name}
        </Button>
      )}
      {method.type === "variables" && <Values method={method} isBusy={isBusy} onSignIn={onSignIn} />}
    </div>
  );
}

function Values({ method, isBusy, onSignIn }: SignInMethodProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSignIn(method.id, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")));
    setValues({});
  };
  return (
    <form className="sign-in-method-form" onSubmit={submit}>
      {method.variables?.map(({ name, label, is_secret: isSecret, is_optional: isOptional }) => (
        <label key={name} className="sign-in-method-field">
          <span>
            {revealLine(label)}
            {isOptional && " (optional)"}
          </span>
          <input
            type={!isSecret ? "text" : "password"}
            autoComplete="off"
            required={!isOptional}
            value={values[name] ?? ""}
            onChange={({ target }) => setValues({ ...values, [name]: target.value })}
          />
        </label>
      ))}
      <Button type="submit" disabled={isBusy}>
        Sign in: {revealLine(method.name)}
      </Button>
      <p>The server keeps these values in memory only, and passes them to the agent the next time it starts.</p>
    </form>
  );
}
