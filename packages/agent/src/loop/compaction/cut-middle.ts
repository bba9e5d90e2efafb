// Makes a text shorter: its beginning and its end stay, and a note says what is gone.

/** The beginning gets more: what a text is about stands there. */
const HEAD_SHARE = 0.6;
const NOTE_CHARS = 60;

export function cutMiddle(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const room = Math.max(0, charsMax - NOTE_CHARS);
  const headChars = Math.floor(room * HEAD_SHARE);
  const tailChars = room - headChars;
  const head = endWhole(text.slice(0, headChars));
  const tail = beginWhole(text.slice(text.length - tailChars));
  return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`;
}

/** Half a surrogate pair is no character, and some servers refuse it. */
function endWhole(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

function beginWhole(text: string): string {
  const first = text.charCodeAt(0);
  return first >= 0xdc00 && first <= 0xdfff ? text.slice(1) : text;
}
