// How a file writes its text: with a byte order mark or not, with which line ends. Models write neither; what a file had is kept.

const MARK = "\uFEFF";

export interface TextForm {
  readonly hasMark: boolean;
  /** Every line ends with CRLF. A file that mixes them is left as it is. */
  readonly isCrlf: boolean;
}

/** Without the mark, and with LF if it was CRLF throughout. */
export function toBareText(text: string): { readonly bare: string; readonly form: TextForm } {
  const hasMark = text.startsWith(MARK);
  const body = hasMark ? text.slice(MARK.length) : text;
  const isCrlf = body.includes("\n") && !/(^|[^\r])\n/.test(body);
  return { bare: isCrlf ? body.replaceAll("\r\n", "\n") : body, form: { hasMark, isCrlf } };
}

export function fromBareText(bare: string, { hasMark, isCrlf }: TextForm): string {
  const body = isCrlf ? bare.replaceAll(/\r?\n/g, "\r\n") : bare;
  return hasMark && !body.startsWith(MARK) ? MARK + body : body;
}
