// Puts a text that somebody else wrote into a prompt, so that nothing in it can look like the end of it.

/** `attributes`: what stands in the opening tag, with a blank before it. */
export function quoteMaterial(name: string, text: string, attributes = ""): string {
  let tag = name;
  while (text.includes(`</${tag}`)) tag += "_";
  return `<${tag}${attributes}>\n${text}\n</${tag}>`;
}
