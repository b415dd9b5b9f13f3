/** The page numbers shown for a list. Independent of addresses, which the component adds. */

type PaginationItem = { kind: 'page'; page: number; isCurrent: boolean } | { kind: 'gap'; after: number }

export type PaginationModel = { previous: number | null; next: number | null; items: readonly PaginationItem[] }

/** First, last and the neighbours of the current page; a gap stands for two or more pages, never for one. */
export function toPagination(page: number, pages: number, reach = 1): PaginationModel | null {
  if (pages <= 1 || page < 1 || page > pages) return null
  const shown = new Set([1, pages])
  for (let near = page - reach; near <= page + reach; near++) if (near >= 1 && near <= pages) shown.add(near)
  // As many numbers at both ends as in the middle, so that the row keeps its width.
  const edge = 2 * reach + 3
  if (page <= reach + 3) for (let near = 1; near <= Math.min(edge, pages); near++) shown.add(near)
  if (page >= pages - reach - 2) for (let near = Math.max(1, pages - edge + 1); near <= pages; near++) shown.add(near)
  const items: PaginationItem[] = []
  let before = 0
  for (const number of [...shown].sort((a, b) => a - b)) {
    if (number - before === 2) items.push({ kind: 'page', page: number - 1, isCurrent: false })
    else if (number - before > 2) items.push({ kind: 'gap', after: before })
    items.push({ kind: 'page', page: number, isCurrent: number === page })
    before = number
  }
  return { previous: page > 1 ? page - 1 : null, next: page < pages ? page + 1 : null, items }
}

/** `/schlagzeilen` and 2 → `/schlagzeilen/2`; the first page is the list itself. */
export function toPagePath(base: string, page: number): string {
  return page <= 1 ? base : `${base}/${page}`
}
