// What secrets are called.

/** Whoever wrote something is no secret, and neither is an authority; an authorisation is. */
const SECRET_NAME =
  /pass|secret|token|credential|api[-_]?key|access[-_]?key|private[-_]?key|auth(?!or(?!i[sz]))|cookie|session[-_]?id/i;
/** Tokens that are counted: `max_tokens=4096`. */
const COUNTED_NAME = /tokens/i;
/** With what may stand after it in a list. */
const NUMBER = /^\d+[,.)}\]]*$/;

/** Whether a value with this name is not to be written down; of a whole text, whether anything in it may have such a name. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** A number of tokens is called as tokens are, and opens nothing. */
export function isCount(name: string, value: string): boolean {
  return COUNTED_NAME.test(name) && NUMBER.test(value);
}
