// What a permission is about: the exact command, the exact changes, paths and further details.
import { t } from "@parley/base";
import type { SubjectPart } from "@parley/chat-model";
import { ChangeDiff } from "./ChangeDiff.tsx";
import "./SubjectParts.css";

export interface SubjectPartsProps {
  readonly parts: readonly SubjectPart[];
  readonly folder: string | undefined;
}

export function SubjectParts({ parts, folder }: SubjectPartsProps) {
  return (
    <div className="subject-parts">
      {parts.map((part, index) => (
        // The parts of a question do not change.
        <Part key={index} part={part} folder={folder} />
      ))}
    </div>
  );
}

function Part({ part, folder }: { readonly part: SubjectPart; readonly folder: string | undefined }) {
  switch (part.type) {
    case "command":
      return (
        <pre className="subject-parts-command" dir="ltr" tabIndex={0} aria-label={t("Command")}>
          <code>{part.text}</code>
        </pre>
      );
    case "change":
      return <ChangeDiff path={part.path} diff={part.diff} folder={folder} />;
    case "path":
      return <code className="subject-parts-line">{part.text}</code>;
    case "detail":
    case "text":
      return <div className={`subject-parts-line subject-parts-${part.type}`}>{part.text}</div>;
  }
}
