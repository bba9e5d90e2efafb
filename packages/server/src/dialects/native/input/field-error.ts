// An error that names the field of the request that does not fit.
import { ParleyError } from "@parley/base";

export class FieldError extends ParleyError {
  readonly field: string;

  constructor(field: string, problem: string) {
    super({ code: "bad_input", message: field === "" ? problem : `${field}: ${problem}` });
    this.field = field;
  }
}

/** The hub says where it is in front of its sentence, mostly as a pointer: `/prompt/0/text: must be a string`. */
export function fieldOf(error: ParleyError): string | undefined {
  if (error instanceof FieldError) return error.field;
  const pointer = error.code === "bad_input" ? /^\/?([^\s:]+): /.exec(error.message)?.[1] : undefined;
  return pointer?.replaceAll("/", ".");
}

/** The same, about a part of the request that was read by itself. */
export function within(owner: string, error: ParleyError): ParleyError {
  const field = fieldOf(error);
  if (field === undefined) return error;
  return new FieldError(`${owner}.${field}`, error.message.slice(error.message.indexOf(": ") + 2));
}
