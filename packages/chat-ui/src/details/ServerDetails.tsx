// The MCP servers that a session gives to its agent. Values of their environment and headers never come here.
import { neutralLine, plural, revealLine } from "@parley/base";
import { Problem } from "../parts/Problem.tsx";
import { Section } from "../parts/Section.tsx";
import type { SessionDetails } from "./details-data.ts";

type Extension = SessionDetails["session"]["extensions"][number];

export interface ServerDetailsProps extends Pick<SessionDetails, "session"> {
  /** Servers that could not be reached, with the reason. */
  readonly problems: readonly string[];
}

export function ServerDetails({ session: { extensions }, problems }: ServerDetailsProps) {
  return (
    <Section title="MCP servers" count={extensions.length}>
      {problems.length > 0 && <Problem title="Not reachable" message={problems.map(neutralLine).join("\n")} />}
      {extensions.length === 0 ? (
        <p className="details-none">None added by this session. The agent may have its own.</p>
      ) : (
        <ul className="details-list">
          {extensions.map((extension) => (
            <li key={extension.name}>
              {neutralLine(extension.name)}
              <small>
                <code>{toLine(extension)}</code> {toKeys(extension)}
              </small>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function toLine({ type, cmd, args = [], uri }: Extension): string {
  return revealLine(uri ?? (cmd === undefined ? type : [cmd, ...args].join(" ")));
}

function toKeys({ env_keys: variables = [], header_keys: headers = [] }: Extension): string {
  const parts = [
    variables.length > 0 && `${plural(variables.length, "variable")}: ${variables.join(", ")}`,
    headers.length > 0 && `${plural(headers.length, "header")}: ${headers.join(", ")}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "" : neutralLine(parts.join("; "));
}
