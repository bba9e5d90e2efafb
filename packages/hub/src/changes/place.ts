// The position of a reader of all changes: the process that counted, and the number of the change.
import { ParleyError } from "@parley/base";

export interface ChangePlace {
  readonly epoch: string;
  readonly number: number;
}

const PLACE = /^([0-9a-f]{12})-(\d{1,15})$/;

export function formatPlace(epoch: string, number: number): string {
  return `${epoch}-${number}`;
}

export function parsePlace(text: string): ChangePlace {
  const [, epoch, number] = PLACE.exec(text) ?? [];
  if (epoch !== undefined && number !== undefined) return { epoch, number: Number(number) };
  throw new ParleyError({ code: "bad_input", message: "/after: must be the id of an event of this stream" });
}
