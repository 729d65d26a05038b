/** Returns true if each word of the text begins a word of the name. */
export function matchesWords(name: string, text: string): boolean {
  const words = name.toLowerCase().split(/\s+/);
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  return typed.every((one) => words.some((word) => word.startsWith(one)));
}
