// The tools that the agent of a session has, as far as they are known, with how often they were used; and its commands.
import { toName } from "../conversation/words.ts";
import type { AvailableCommand } from "@parley/acp";
import { neutralLine, truncate } from "@parley/base";
import { TOOL_ABOUT_CHARS_MAX } from "../limits.ts";
import { Section } from "../parts/Section.tsx";
import type { SessionDetails } from "./details-data.ts";

export interface ToolDetailsProps {
  readonly tools: NonNullable<SessionDetails["tools"]>["tools"] | undefined;
  readonly commands: readonly AvailableCommand[];
}

export function ToolDetails({ tools = [], commands }: ToolDetailsProps) {
  return (
    <>
      {tools.length > 0 && (
        <Section title="Tools" count={tools.length}>
          <ul className="details-list">
            {tools.map(({ name, description = "", server, calls }) => (
              <li key={`${server ?? ""} ${name}`}>
                <code>{toName(name)}</code>
                {calls > 0 && ` · used ${calls} ×`}
                {server !== undefined && ` · ${toName(server)}`}
                <small>{shorten(description)}</small>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {commands.length > 0 && (
        <Section title="Commands" count={commands.length}>
          <ul className="details-list">
            {commands.map(({ name, description }) => (
              <li key={name}>
                <code>/{toName(name)}</code>
                <small>{shorten(description)}</small>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function shorten(text: string): string {
  return truncate(neutralLine(text), TOOL_ABOUT_CHARS_MAX);
}
