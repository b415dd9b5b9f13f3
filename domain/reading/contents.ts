/** Table of contents: the larger headings of an article, if the text is long and has enough of them. */

const LEAST_MINUTES = 4
const LEAST_HEADINGS = 3

type Item = { type: string; level?: number | undefined; text?: string | undefined; anchor?: string | undefined }

export function listContents(items: readonly Item[], minutes: number): { anchor: string; text: string }[] {
  if (minutes < LEAST_MINUTES) return []
  const headings = items.flatMap(({ type, level, text = '', anchor }) =>
    type === 'heading' && level === 2 && anchor !== undefined ? [{ anchor, text }] : [],
  )
  return headings.length < LEAST_HEADINGS ? [] : headings
}
