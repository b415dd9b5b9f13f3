/** The drag type of an article between lists. */
export const DRAG_TYPE = 'lokalteil-article'

type Dragged = { article: string; title: string }

export function toDragged(article: string, title: string): Record<string, string> {
  return { [DRAG_TYPE]: JSON.stringify({ article, title } satisfies Dragged), 'text/plain': title }
}

/** Null: it came from elsewhere. */
export function readDragged(text: string): Dragged | null {
  try {
    const { article, title } = JSON.parse(text) as Partial<Record<keyof Dragged, unknown>>
    return typeof article === 'string' && /^\d{1,40}$/.test(article) && typeof title === 'string'
      ? { article, title }
      : null
  } catch {
    return null
  }
}
