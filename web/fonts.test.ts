import { expect, it } from 'vitest'
import { measure } from './fonts.ts'

const TEXT = 'Der Stadtrat hat am Sonnabend nach vier Stunden Debatte entschieden.'
const NEWSREADER = '@fontsource-variable/newsreader/files/newsreader-{set}-wght-normal.woff2'
const BARLOW = '@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-{set}-600-normal.woff2'

it('stand-ins are fitted to the faces themselves: their line, and the width at the weight they are set in', async () => {
  const variable = { file: NEWSREADER, axis: { min: 400, max: 700 } }
  const [regular, bold, fixed] = await Promise.all([
    measure(variable, 400, TEXT),
    measure(variable, 700, TEXT),
    measure({ file: BARLOW }, 600, TEXT),
  ])
  expect([regular.ascent, regular.descent, regular.lineGap]).toEqual([0.735, 0.265, 0])
  expect([fixed.ascent, fixed.descent, fixed.lineGap]).toEqual([1, 0.2, 0])
  // German text in a face for reading, in em a character; the heavier the wider, the condensed one narrower than both.
  expect(regular.width).toBeGreaterThan(0.4)
  expect(bold.width).toBeGreaterThan(regular.width * 1.01)
  expect(fixed.width).toBeLessThan(regular.width)
})
