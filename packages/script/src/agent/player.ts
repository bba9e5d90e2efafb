// How a step is played: one function per kind of step.
import type { StepKind, StepOf, StoppingReason } from "../language/step.ts";
import type { Turn } from "./turn.ts";

/** How a step ends the turn; most do not. */
export type Ending =
  | { readonly kind: "stop"; readonly reason: StoppingReason }
  | { readonly kind: "fail"; readonly message: string };

type Player<Kind extends StepKind> = (
  step: StepOf<Kind>,
  turn: Turn,
) => Ending | undefined | void | Promise<Ending | undefined | void>;

export type Players<Kind extends StepKind = StepKind> = { readonly [K in Kind]: Player<K> };
