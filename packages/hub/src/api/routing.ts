// Which agent a prompt is for, if nobody said.

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
  /** Never rejects for what a model says: the scorer has an answer. */
  route(prompt: string): Promise<RoutingDecision>;
}
