// The open questions of a session, as cards with their choices.
import { toPermissionChoices, toPermissionSubject, type SessionView } from "@parley/chat-model";
import { Button } from "../parts/Button.tsx";
import { useView } from "../state/use-view.ts";
import type { QuestionsPort } from "./questions-port.ts";

export interface QuestionsProps {
  readonly view: SessionView;
  readonly port: QuestionsPort;
}

export function Questions({ view, port }: QuestionsProps) {
  const questions = useView(view, ({ questions: all }) => all);
  const items = useView(view, ({ items: all }) => all);
  return questions.map((question) => {
    if (question.type !== "permission") return null;
    const call = items.find(({ item }) => item.type === "tool_call" && item.toolCallId === question.toolCallId)?.item;
    const { title } = toPermissionSubject({
      toolCallId: "",
      ...(call?.type === "tool_call" ? { title: call.title } : {}),
    });
    return (
      <div key={question.id} role="group" aria-label={`Permission: ${title}`}>
        {toPermissionChoices(question.options).map(({ option, label }) => (
          <Button
            key={option.optionId}
            onClick={() => void port.answerPermission(question.interactionId, { optionId: option.optionId })}
          >
            {label}
          </Button>
        ))}
      </div>
    );
  });
}
