// Which agent a prompt is for, if the caller names none.

export interface RoutingDecision {
  /** Name of an entry of `agents`. */
  readonly agent: string;
  readonly modeId?: string | undefined;
  /** 0 to 1. */
  readonly confidence: number;
  /** A sentence. */
  readonly reasoning: string;
  readonly by: "scorer" | "model" | "default";
}

export interface Routing {
  /** Never rejects because of a model: the scorer always has an answer. */
  route(prompt: string): Promise<RoutingDecision>;
}
