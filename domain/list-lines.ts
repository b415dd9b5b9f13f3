/** The entries of a list of words kept as a text file: one a line; empty lines and lines that begin with `#` are none. */
export function readListLines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
}
