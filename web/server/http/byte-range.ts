/**
 * The byte range of a `Range` header, as first and last byte: `bytes=0-9`, `bytes=10-`, `bytes=-10`. Null: send the
 * whole file, also for several ranges and every other form.
 */
export function parseByteRange(
  header: string | null | undefined,
  size: number,
): { first: number; last: number } | 'unsatisfiable' | null {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || from + to === '') return null
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first >= size || first > last ? 'unsatisfiable' : { first, last }
}
