// Puts untrusted text into a prompt between tags, so that nothing in it can pass for the closing tag.

/** `attributes` go into the opening tag, with a leading space. */
export function quoteMaterial(name: string, text: string, attributes = ""): string {
  let tag = name;
  while (text.includes(`</${tag}`)) tag += "_";
  return `<${tag}${attributes}>\n${text}\n</${tag}>`;
}
