// The card of this server, or of one of its agents.
import type { AgentCard, AgentInterface, AgentSkill } from "@a2a-js/sdk";
import type { AgentEntry, Hub } from "@parley/hub";

export const PROTOCOL_VERSION = "1.0";
export const LEGACY_VERSION = "0.3";

/** The path of a card, below the address of the described agent. */
export const CARD_PATH = "/.well-known/agent-card.json";

/** Interrupted streams can be resumed. */
const RESUME_EXTENSION = "urn:parley:a2a:resume:1";

const INPUT_MODES = ["text/plain", "application/json", "image/*", "audio/*", "application/octet-stream"];
const OUTPUT_MODES = ["text/plain", "application/json"];

export interface CardOptions {
  readonly hub: Hub;
  readonly baseUrl: string;
  readonly version: string;
  /** Internal agents, too. */
  readonly isExtended?: boolean | undefined;
}

/** All agents, each a skill. */
export async function createServerCard({ hub, baseUrl, version, isExtended = false }: CardOptions): Promise<AgentCard> {
  const agents = await hub.agents.list({ includeInternal: isExtended });
  return {
    ...createCard(`${baseUrl}/a2a`, version, true),
    name: "Parley",
    description:
      "Coding agents behind one port: name one as the skill of a message, or leave the choice to the server.",
    skills: agents.map(toSkill),
  };
}

/** One agent at its own address. Rejects with `agent_not_found`, or `agent_disabled`. */
export async function createAgentCard({ hub, baseUrl, version }: CardOptions, name: string): Promise<AgentCard> {
  const agent = await hub.agents.get(name);
  const url = `${baseUrl}/a2a/agents/${agent.name}`;
  const card = createCard(url, version, false);
  return { ...card, name: agent.title, description: agent.description, skills: [toSkill(agent)] };
}

type Common = Omit<AgentCard, "name" | "description" | "skills">;

function createCard(url: string, version: string, hasExtendedCard: boolean): Common {
  return {
    supportedInterfaces: [
      createInterface(url, "JSONRPC", PROTOCOL_VERSION),
      createInterface(`${url}/v1`, "HTTP+JSON", PROTOCOL_VERSION),
      createInterface(url, "JSONRPC", LEGACY_VERSION),
    ],
    provider: undefined,
    version,
    capabilities: {
      streaming: true,
      pushNotifications: true,
      extendedAgentCard: hasExtendedCard,
      extensions: [
        {
          uri: RESUME_EXTENSION,
          description: "Events of a stream have ids; SubscribeToTask with Last-Event-ID resumes after one.",
          required: false,
          params: undefined,
        },
      ],
    },
    securitySchemes: {
      bearer: {
        scheme: {
          $case: "httpAuthSecurityScheme",
          value: { description: "The token of this server", scheme: "Bearer", bearerFormat: "" },
        },
      },
    },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    defaultInputModes: INPUT_MODES,
    defaultOutputModes: OUTPUT_MODES,
    signatures: [],
  };
}

function createInterface(url: string, protocolBinding: string, protocolVersion: string): AgentInterface {
  return { url, protocolBinding, protocolVersion, tenant: "" };
}

function toSkill({ name, title, description, whenToUse, kind, slot, toolGroups }: AgentEntry): AgentSkill {
  return {
    id: name,
    name: title,
    description: [description, whenToUse]
      .filter((text) => text !== undefined && text !== "")
      .map((text) => (/[.!?]$/.test(text ?? "") ? text : `${text}.`))
      .join(" "),
    tags: [...new Set([kind, ...(slot === undefined ? [] : [slot]), ...toolGroups])],
    examples: [],
    inputModes: [],
    outputModes: [],
    securityRequirements: [],
  };
}
