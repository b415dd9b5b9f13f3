import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname
/** The first pixel of the wider layout at every width where these styles change; `rem` is 16 pixels in a media query. */
function listEdges(pattern: string): number[] {
  const styles = globSync(pattern, { cwd: root }).map((file) => readFileSync(`${root}/${file}`, 'utf8'))
  const queries = styles.flatMap((style) => [...style.matchAll(/@media[^{]*/g)].map(([query]) => query))
  return queries.flatMap((query) =>
    [...query.matchAll(/(min|max)-width: ([\d.]+)r?em/g)].map(([, side, rem]) =>
      side === 'min' ? Number(rem) * 16 : Math.floor(Number(rem) * 16) + 1,
    ),
  )
}

it.each(['Header', 'Layout', 'Sidebar', 'Footer', 'BreakingNews'])(
  'S9-13 the layout of the page’s frame changes at 992 pixels: %s',
  (name) => {
    expect(listEdges(`features/shell/${name}.module.css`)).toContain(992)
  },
)

it('S9-13 no style sheet keeps the pictures’ width of 1024 pixels for a layout', () => {
  expect(listEdges('**/*.css').filter((edge) => edge === 1024)).toEqual([])
})
