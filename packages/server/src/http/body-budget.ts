// Limits the bytes of request bodies that are received and parsed at the same time, for the server and for each caller.
import { BUSY_RETRY_SECONDS, type ServerLimits } from "../limits.ts";
import type { Refusal } from "./refusal.ts";

export type BodyLimits = Pick<
  ServerLimits,
  "bodiesBytesMax" | "bodiesBytesPerCallerMax" | "smallBodyBytesMax" | "smallBodiesBytesReserved"
>;

export interface BodyBudget {
  /** Currently reserved. */
  readonly bytes: number;
  /** An empty reservation; it grows by the stated length of the body, or as the bytes arrive. */
  open(caller: string): BodyReservation;
}

export interface BodyReservation {
  /** Returns a refusal, and reserves nothing, if there is no room for that many more bytes. */
  grow(bytes: number): Refusal | undefined;
  release(): void;
}

export function createBodyBudget(limits: BodyLimits): BodyBudget {
  const byCaller = new Map<string, number>();
  let total = 0;

  const add = (caller: string, bytes: number): void => {
    total += bytes;
    const own = (byCaller.get(caller) ?? 0) + bytes;
    if (own === 0) byCaller.delete(caller);
    else byCaller.set(caller, own);
  };

  /** Small bodies have their own reserve, so that large ones never block a cancellation or an answer. */
  const refuse = (caller: string, size: number, more: number): Refusal | undefined => {
    if (size <= limits.smallBodyBytesMax) return total + more > limits.bodiesBytesMax ? serverBusy() : undefined;
    if ((byCaller.get(caller) ?? 0) + more > limits.bodiesBytesPerCallerMax) return tooManyBytes(limits);
    return total + more > limits.bodiesBytesMax - limits.smallBodiesBytesReserved ? serverBusy() : undefined;
  };

  return {
    get bytes() {
      return total;
    },
    open(caller) {
      let size = 0;
      return {
        grow(bytes) {
          const refusal = refuse(caller, size + bytes, bytes);
          if (refusal !== undefined) return refusal;
          size += bytes;
          add(caller, bytes);
          return undefined;
        },
        release() {
          add(caller, -size);
          size = 0;
        },
      };
    },
  };
}

const headers = { "Retry-After": String(BUSY_RETRY_SECONDS) };

function tooManyBytes({ bodiesBytesPerCallerMax }: BodyLimits): Refusal {
  const message = `This key is already sending request bodies of ${bodiesBytesPerCallerMax} bytes in total, the maximum at one time. Try again in ${BUSY_RETRY_SECONDS} s.`;
  return { status: 429, code: "too_many_bytes", message, headers };
}

function serverBusy(): Refusal {
  const message = `The server is receiving too many large requests at the moment. Try again in ${BUSY_RETRY_SECONDS} s.`;
  return { status: 503, code: "server_busy", message, headers };
}
