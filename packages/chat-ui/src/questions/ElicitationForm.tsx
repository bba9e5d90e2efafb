// A form that an agent asks to be filled in.
import { PROMPT_CHARS_SHOWN } from "../limits.ts";
import { toLabel } from "./words.ts";
import type { ElicitationSchema } from "@parley/acp";
import { neutralise, truncate, t } from "@parley/base";
import { useRef, type ReactNode } from "react";
import { Button } from "../parts/Button.tsx";
import type { AskedQuestion } from "./asked-question.ts";
import { FormFieldInput } from "./FormFieldInput.tsx";
import { QuestionEnded } from "./QuestionEnded.tsx";
import type { QuestionsPort } from "./questions-port.ts";
import { useAnswer } from "./use-answer.ts";
import { useForm } from "./use-form.ts";
import "./ElicitationForm.css";

export interface ElicitationFormProps {
  readonly question: AskedQuestion;
  readonly message: string;
  readonly schema: ElicitationSchema;
  readonly port: QuestionsPort;
  readonly origin?: ReactNode;
  /** A form that is not understood can only be declined. */
  readonly isUnknown?: boolean | undefined;
}

export function ElicitationForm({ question, message, schema, port, origin, isUnknown = false }: ElicitationFormProps) {
  const { interaction, over } = question;
  const form = useForm(schema);
  const element = useRef<HTMLFormElement>(null);
  const answering = useAnswer();
  const submit = (): void => {
    const content = form.submit();
    if (content !== undefined) {
      answering.run(() => port.answerElicitation(interaction.id, { action: "accept", content }));
      return;
    }
    // The fields show their problems after the next render.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form
      ref={element}
      className="elicitation-form"
      aria-label={toLabel(message)}
      data-question={interaction.id}
      tabIndex={-1}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {origin}
      <p className="elicitation-form-message">{neutralise(truncate(message, PROMPT_CHARS_SHOWN))}</p>
      {over === undefined ? (
        <>
          <div className="elicitation-form-fields">
            {form.fields.map((field) => (
              <FormFieldInput key={field.name} field={field} form={form} />
            ))}
          </div>
          <div className="elicitation-form-answers">
            {!isUnknown && (
              <Button type="submit" look="primary" disabled={answering.isSending}>
                {t("Submit")}
              </Button>
            )}
            <Button
              disabled={answering.isSending}
              onClick={() => answering.run(() => port.answerElicitation(interaction.id, { action: "decline" }))}
            >
              {t("Decline")}
            </Button>
          </div>
        </>
      ) : (
        <QuestionEnded end={over} isLate={answering.problem !== undefined} />
      )}
      {answering.problem !== undefined && over === undefined && (
        <p className="elicitation-form-problem" role="alert">
          {answering.problem}
        </p>
      )}
    </form>
  );
}
