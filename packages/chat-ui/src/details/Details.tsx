// What is behind a session: its agent with version and capabilities, options, tools, MCP servers, and the rules that hold.
import { neutralLine, revealLine } from "@parley/base";
import { formatTokens, type SessionView } from "@parley/chat-model";
import { Section } from "../parts/Section.tsx";
import { useView } from "../state/use-view.ts";
import { AgentDetails } from "./AgentDetails.tsx";
import type { SessionDetails } from "./details-data.ts";
import { Facts } from "./Facts.tsx";
import { OptionDetails } from "./OptionDetails.tsx";
import { RuleDetails } from "./RuleDetails.tsx";
import { ServerDetails } from "./ServerDetails.tsx";
import { ToolDetails } from "./ToolDetails.tsx";
import "./Details.css";

export interface DetailsProps {
  readonly details: SessionDetails;
  readonly view: SessionView;
  /** Address of the page with all rules, and of other sessions. */
  readonly rulesHref: string;
  readonly sessionHref: (id: string) => string;
}

export function Details({ details, view, rulesHref, sessionHref }: DetailsProps) {
  const state = useView(view, (all) => all.state);
  const { session, agent, tools } = details;
  return (
    <div className="details">
      <Section title="Session">
        <Facts
          rows={[
            ["Name", neutralLine(session.name)],
            ["Folder", <code>{revealLine(session.working_dir)}</code>],
            ["Additional folders", session.additional_folders.map(revealLine).join(", ")],
            ["ID", <code>{session.id}</code>],
            ["Created", formatTime(session.created_at)],
            ["Last activity", formatTime(session.updated_at)],
            ["Turns", session.turns],
            ["Tokens", toTokens(session)],
            [
              "Forked from",
              session.forked_from !== undefined && <a href={sessionHref(session.forked_from)}>another session</a>,
            ],
          ]}
        />
      </Section>
      <AgentDetails session={session} agent={agent} running={state.agent} />
      <OptionDetails state={state} />
      <RuleDetails details={details} rulesHref={rulesHref} />
      <ServerDetails session={session} problems={tools?.problems ?? []} />
      <ToolDetails tools={tools?.tools} commands={state.commands} />
    </div>
  );
}

function toTokens(session: SessionDetails["session"]): string {
  const total = session.accumulated_total_tokens;
  if (total === 0) return "";
  const parts = `${formatTokens(session.accumulated_input_tokens)} in, ${formatTokens(session.accumulated_output_tokens)} out`;
  return `${formatTokens(total)} (${parts})`;
}

function formatTime(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : at.toLocaleString();
}
