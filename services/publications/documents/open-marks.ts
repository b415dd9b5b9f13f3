/**
 * What only a human can decide is marked where it has to be decided: `[[PRÜFEN: why]]`, at the beginning of a paragraph of
 * a document. Readers never see a mark; the check lists them until somebody takes them out.
 */

export type OpenMark = { question: string; line: number; isClosed: boolean }

/** Ends with its brackets, or with its paragraph when somebody lost them. */
const MARK = /\[\[\s*PR(?:Ü|U\u0308|UE|U)FEN\b\s*:?((?:(?!\]\]|\r?\n[ \t]*\r?\n)[^])*)(\]\])?[ \t]*/giu

/** Lines count from 1. */
export function listMarks(markdown: string): OpenMark[] {
  return [...markdown.matchAll(MARK)].map((match) => ({
    question: match[1]!.replace(/\s+/g, ' ').trim(),
    line: markdown.slice(0, match.index).split('\n').length,
    isClosed: match[2] !== undefined,
  }))
}

/** What readers get; every line keeps its number. */
export function removeMarks(markdown: string): string {
  return markdown.replace(MARK, (mark) => mark.replace(/[^\n]+/g, ''))
}
