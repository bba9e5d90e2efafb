// How what was used is called where an agent names nothing.

export function nameOf(name: string): string {
  return name === "" ? "not reported" : name;
}
