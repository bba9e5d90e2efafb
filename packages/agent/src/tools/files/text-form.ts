// The byte order mark and the line endings of a file. Models write neither, so the file's own are kept.

const MARK = "\uFEFF";

export interface TextForm {
  readonly hasMark: boolean;
  /** Every line ends with CRLF. Mixed line endings are kept unchanged. */
  readonly isCrlf: boolean;
}

/** Without the byte order mark, and with LF if every line ended with CRLF. */
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
