import { expect, it } from 'vitest'
import { toPagePath, toPagination } from './pagination.ts'

/** `<` and `>` are the arrows, `…` a gap, brackets the current page. */
function draw(page: number, pages: number): string {
  const model = toPagination(page, pages)
  if (model === null) return ''
  const items = model.items.map((item) =>
    item.kind === 'gap' ? '…' : item.isCurrent ? `[${item.page}]` : String(item.page),
  )
  return [model.previous === null ? '' : `<${model.previous}`, ...items, model.next === null ? '' : `>${model.next}`]
    .filter(Boolean)
    .join(' ')
}

it.each([
  [1, 0, ''],
  [1, 1, ''],
  [3, 2, ''],
  [0, 5, ''],
  [1, 2, '[1] 2 >2'],
  [2, 2, '<1 1 [2]'],
  [1, 5, '[1] 2 3 4 5 >2'],
  [1, 6, '[1] 2 3 4 5 6 >2'],
  [1, 7, '[1] 2 3 4 5 6 7 >2'],
  [1, 8, '[1] 2 3 4 5 … 8 >2'],
  [4, 7, '<3 1 2 3 [4] 5 6 7 >5'],
  [4, 12, '<3 1 2 3 [4] 5 … 12 >5'],
  [6, 12, '<5 1 … 5 [6] 7 … 12 >7'],
  [9, 12, '<8 1 … 8 [9] 10 11 12 >10'],
  [12, 12, '<11 1 … 8 9 10 11 [12]'],
  [500, 1000, '<499 1 … 499 [500] 501 … 1000 >501'],
])('offers on page %i of %i: %s', (page, pages, drawn) => {
  expect(draw(page, pages)).toBe(drawn)
})

it('never skips a single page and never repeats one', () => {
  for (let pages = 2; pages <= 30; pages++) {
    for (let page = 1; page <= pages; page++) {
      const numbers = toPagination(page, pages)!.items.map((item) => (item.kind === 'gap' ? null : item.page))
      numbers.forEach((number, index) => {
        const before = numbers[index - 1]
        if (index === 0) expect(number).toBe(1)
        else if (number === null) expect(numbers[index + 1]! - before!).toBeGreaterThan(2)
        else if (before !== null) expect(number).toBe(before! + 1)
      })
      expect(numbers.at(-1)).toBe(pages)
    }
  }
})

it('S2.1-07 gives the first page the address of the list itself', () => {
  expect(toPagePath('/sport', 1)).toBe('/sport')
  expect(toPagePath('/sport', 2)).toBe('/sport/2')
})
