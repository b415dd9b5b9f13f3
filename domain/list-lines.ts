/** Reads a word list: one entry a line; skips empty lines and lines that begin with `#`. */
export function readListLines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
}
