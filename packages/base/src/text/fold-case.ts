// Compares text without case.

const ASCII = /^[\0-\u007F]*$/;

/** The same for upper and lower case, and for both small sigmas. Just as long: places in it are places in the text. */
export function foldCase(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : Array.from(text, foldLetter).join("");
}

/** One letter, because in a word the small form of a capital sigma depends on its place. */
function foldLetter(letter: string): string {
  // Through the capital: there are two small sigmas, but one capital. A dotless i is another letter than i.
  const capital = letter === "ı" ? letter : letter.toUpperCase();
  const isOne = capital.length === letter.length;
  const small = (isOne ? capital : letter).toLowerCase();
  return small.length === letter.length ? small : letter;
}
