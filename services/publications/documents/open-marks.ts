/**
 * Marks for decisions that only a person can make: `[[PRÜFEN: why]]` at the beginning of a paragraph of a document.
 * Readers never see a mark; the check lists each one until it is removed.
 */

export type OpenMark = { question: string; line: number; isClosed: boolean }

/** Ends at its brackets, or at the end of its paragraph if the closing brackets are missing. */
const MARK = /\[\[\s*PR(?:Ü|U\u0308|UE|U)FEN\b\s*:?((?:(?!\]\]|\r?\n[ \t]*\r?\n)[^])*)(\]\])?[ \t]*/giu

/** Lines count from 1. */
export function listMarks(markdown: string): OpenMark[] {
  return [...markdown.matchAll(MARK)].map((match) => ({
    question: match[1]!.replace(/\s+/g, ' ').trim(),
    line: markdown.slice(0, match.index).split('\n').length,
    isClosed: match[2] !== undefined,
  }))
}

/** The text for readers; removing a mark keeps all line numbers. */
export function removeMarks(markdown: string): string {
  return markdown.replace(MARK, (mark) => mark.replace(/[^\n]+/g, ''))
}
