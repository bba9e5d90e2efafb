// Puts a text that somebody else wrote into a prompt, so that nothing in it can look like the end of it.

export function quoteMaterial(name: string, text: string): string {
  let tag = name;
  while (text.includes(`</${tag}`)) tag += "_";
  return `<${tag}>\n${text}\n</${tag}>`;
}
