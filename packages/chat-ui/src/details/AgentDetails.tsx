// The agent of a session: what it is, its version, and what it said that it can do.
import { toName } from "../conversation/words.ts";
import { revealLine } from "@parley/base";
import type { TranscriptState } from "@parley/acp/transcript";
import { Badge } from "../parts/Badge.tsx";
import { Section } from "../parts/Section.tsx";
import type { SessionDetails } from "./details-data.ts";
import { Facts } from "./Facts.tsx";
import { CAPABILITIES, KINDS, SANDBOXES } from "./words.ts";

export interface AgentDetailsProps extends Pick<SessionDetails, "session" | "agent"> {
  /** As the log of the session has it. */
  readonly running: TranscriptState["agent"];
}

export function AgentDetails({ session, agent, running }: AgentDetailsProps) {
  const capabilities = agent?.program?.capabilities ?? [];
  const sandbox = session.sandbox ?? agent?.sandbox;
  return (
    <Section title="Agent">
      <Facts
        rows={[
          ["Agent", toName(agent?.title ?? session.agent)],
          ["Kind", agent && (KINDS[agent.kind] ?? agent.kind)],
          ["Program", toName(running?.title ?? running?.name ?? agent?.program?.name ?? "")],
          ["Version", toName(running?.version ?? agent?.program?.version ?? "")],
          ["Agent's session ID", running && <code>{revealLine(running.agentSessionId)}</code>],
          ["Sandbox", sandbox && (SANDBOXES[sandbox] ?? sandbox)],
          ["Address", agent?.url && <code>{revealLine(agent.url)}</code>],
          ["State", agent?.is_available === false && <Badge tone="bad">not available</Badge>],
          ["Capabilities", capabilities.length > 0 && <Capabilities names={capabilities} />],
        ]}
      />
    </Section>
  );
}

function Capabilities({ names }: { readonly names: readonly string[] }) {
  return (
    <ul className="details-chips">
      {names.map((name) => (
        <li key={name} title={name}>
          {CAPABILITIES[name] ?? toName(name)}
        </li>
      ))}
    </ul>
  );
}
