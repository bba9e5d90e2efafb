// What a tool call brought: diffs, the output of commands, text and images, and its raw input and output.
import { t } from "@parley/base";
import { isUnknown, type ToolCallContent } from "@parley/acp";
import type { ToolCallItem } from "@parley/acp/transcript";
import { ContentBlockView } from "../../content/ContentBlockView.tsx";
import { DiffView } from "../../diff/DiffView.tsx";
import { FENCED_CHARS_MAX, MARKDOWN_CHARS_MAX } from "../../limits.ts";
import { Output } from "../../output/Output.tsx";
import { DiffActions } from "./DiffActions.tsx";
import { hasValue } from "./has-details.ts";
import { RawValue } from "./RawValue.tsx";
import { TerminalOutput } from "./TerminalOutput.tsx";
import "./ToolDetails.css";

export interface ToolDetailsProps {
  readonly item: ToolCallItem;
  readonly cwd: string | undefined;
  /** It changes no more. */
  readonly isOver: boolean;
}

export function ToolDetails({ item, cwd, isOver }: ToolDetailsProps) {
  const { content, rawInput, rawOutput } = item;
  return (
    <div className="tool-details">
      {content.map((part, at) => (
        <Part key={at} part={part} at={at} item={item} cwd={cwd} isOver={isOver} />
      ))}
      <div className="tool-details-raw">
        {hasValue(rawInput) && (
          <RawValue title={t("Raw input")} value={rawInput} isOpenAtFirst={content.length === 0} />
        )}
        {hasValue(rawOutput) && (
          <RawValue title={t("Raw output")} value={rawOutput} isOpenAtFirst={content.length === 0} />
        )}
      </div>
    </div>
  );
}

interface PartProps extends ToolDetailsProps {
  readonly part: ToolCallContent;
  readonly at: number;
}

function Part({ part, at, item, cwd, isOver }: PartProps) {
  if (isUnknown(part)) return <p className="tool-details-note">{t("Content of an unknown type")}</p>;
  switch (part.type) {
    case "diff":
      return <DiffView content={part} cwd={cwd} actions={isOver && <DiffActions item={item} at={at} />} />;
    case "terminal":
      return <TerminalOutput terminalId={part.terminalId} command={item.title ?? ""} />;
    case "content":
      if (part.content.type !== "text") return <ContentBlockView block={part.content} isOpen />;
      return isPlain(item, part.content.text) ? (
        <Output command={item.title ?? item.name ?? t("the tool")} text={withoutFence(part.content.text)} />
      ) : (
        <ContentBlockView block={part.content} isOpen />
      );
  }
}

/** Files and what commands write are not markdown; whatever is long is not read as such either. */
function isPlain({ kind }: ToolCallItem, text: string): boolean {
  return kind === "execute" || kind === "read" || kind === "search" || text.length > MARKDOWN_CHARS_MAX;
}

/** Agents put output into a fence, for clients that show markdown. */
function withoutFence(text: string): string {
  if (text.length > FENCED_CHARS_MAX || !text.trimStart().startsWith("```")) return text;
  const start = text.indexOf("\n", text.indexOf("```"));
  const end = text.trimEnd();
  return start === -1 || !end.endsWith("\n```") ? text : end.slice(start + 1, -4);
}
