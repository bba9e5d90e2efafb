// What is known about the agent, from its own messages.
import { fieldsOf, wordsOf } from "../extract/fields.ts";
import type { OpenSpan } from "./open-span.ts";
import type { Attributes } from "./span.ts";

export class AgentFacts {
  readonly #agentId: string | undefined;
  #name: string | undefined;
  #version: string | undefined;

  constructor(agentId: string | undefined) {
    this.#agentId = agentId;
  }

  get name(): string {
    return this.#name ?? this.#agentId ?? "agent";
  }

  /** The model is unknown, so the agent's name is used instead. */
  get provider(): string {
    return `acp.${this.name}`;
  }

  /** From the answer to `initialize`. */
  learn(result: unknown): void {
    const { agentInfo, info: secondVersion } = fieldsOf(result);
    const info = fieldsOf(agentInfo ?? secondVersion);
    this.#name = wordsOf(info["name"]) ?? this.#name;
    this.#version = wordsOf(info["version"]) ?? this.#version;
  }

  describe(span: OpenSpan): void {
    span.set("gen_ai.provider.name", this.provider);
    span.set("gen_ai.agent.name", this.name);
    span.set("gen_ai.agent.id", this.#agentId);
    span.set("gen_ai.agent.version", this.#version);
  }

  /** For measurements: a small set of constant values. */
  get labels(): Attributes {
    return {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.provider.name": this.provider,
      "gen_ai.agent.name": this.name,
    };
  }
}
