import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname
/** Pixels of a width in a media query; `rem` is the browser's own 16 pixels there. */
const toPixels = (rem: string) => Math.round(Number(rem) * 16)

/** Every width at which a style sheet of the page's frame changes, in pixels. */
function listWidths(pattern: string): Set<number> {
  const styles = globSync(pattern, { cwd: root }).map((file) => readFileSync(`${root}/${file}`, 'utf8'))
  const queries = styles.flatMap((style) => [...style.matchAll(/@media[^{]*/g)].map(([query]) => query))
  return new Set(
    queries.flatMap((query) => [...query.matchAll(/width: ([\d.]+)r?em/g)].map(([, rem]) => toPixels(rem!))),
  )
}

it.each(['Header', 'Layout', 'Sidebar', 'Footer', 'BreakingNews'])(
  'R9-73 S9-13 the layout of the page’s frame changes at 992 pixels: %s',
  (name) => {
    expect(listWidths(`features/shell/${name}.module.css`)).toContain(992)
  },
)

it('R9-73 S9-13 no style sheet keeps the pictures’ width of 1024 pixels for a layout', () => {
  expect([...listWidths('**/*.css')].filter((width) => width === 1023 || width === 1024)).toEqual([])
})
