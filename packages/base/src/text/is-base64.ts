// Whether a text is base64, in either alphabet, with or without padding and line breaks.
const BASE64 = /^[\w+/\s-]*={0,2}\s*$/;

export function isBase64(text: string): boolean {
  return BASE64.test(text);
}
