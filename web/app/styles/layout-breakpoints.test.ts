import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const widths = new Map(
  [...readFileSync(`${root}/ui/kit.css`, 'utf8').matchAll(/@custom-media (--[\w-]+) (.*);/g)].map(([, name, width]) => [
    `(${name})`,
    width!,
  ]),
)

/** Pixel widths at which these styles change to a wider layout; a `rem` is 16 pixels in a media query. */
function listEdges(pattern: string): number[] {
  const styles = globSync(pattern, { cwd: root }).map((file) => readFileSync(`${root}/${file}`, 'utf8'))
  const queries = styles.flatMap((style) =>
    [...style.matchAll(/@media[^{]*/g)].map(([query]) =>
      query.replaceAll(/\(--[\w-]+\)/g, (name) => widths.get(name) ?? name),
    ),
  )
  return queries.flatMap((query) =>
    [...query.matchAll(/(min|max)-width: ([\d.]+)r?em/g)].map(([, side, rem]) =>
      side === 'min' ? Number(rem) * 16 : Math.floor(Number(rem) * 16) + 1,
    ),
  )
}

it.each(['Header', 'Layout', 'Sidebar', 'Footer', 'BreakingNews'])(
  'S9-13 the frame of the page changes its layout at 992 pixels: %s',
  (name) => {
    expect(listEdges(`features/shell/${name}.module.css`)).toContain(992)
  },
)

it('S9-13 no style sheet uses the picture width of 1024 pixels for a layout', () => {
  expect(listEdges('{**,../../rooms/*/app/**}/*.css').filter((edge) => edge === 1024)).toEqual([])
})
