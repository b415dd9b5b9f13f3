import { expect, it } from 'vitest'
import { FAMILY_KINDS, FAMILY_NAMES, FONT_FAMILIES, toFontStack } from '@lokalteil/domain/publication/font-families'
import { measure, standInsOf } from './fonts.ts'

const TEXT = 'Der Stadtrat hat am Sonnabend nach vier Stunden Debatte entschieden.'
const NEWSREADER = '@fontsource-variable/newsreader/files/newsreader-{set}-wght-normal.woff2'
const BARLOW = '@fontsource/barlow-semi-condensed/files/barlow-semi-condensed-{set}-600-normal.woff2'

it('fallback fonts are fitted to the web fonts: line height, and width at each weight', async () => {
  const variable = { file: NEWSREADER, axis: { min: 400, max: 700 } }
  const [regular, bold, fixed] = await Promise.all([
    measure(variable, 400, TEXT),
    measure(variable, 700, TEXT),
    measure({ file: BARLOW }, 600, TEXT),
  ])
  expect([regular.ascent, regular.descent, regular.lineGap]).toEqual([0.735, 0.265, 0])
  expect([fixed.ascent, fixed.descent, fixed.lineGap]).toEqual([1, 0.2, 0])
  // Mean character width of German text in em; heavier cuts are wider, the condensed one is narrower.
  expect(regular.width).toBeGreaterThan(0.4)
  expect(bold.width).toBeGreaterThan(regular.width * 1.01)
  expect(fixed.width).toBeLessThan(regular.width)
})

it.each(FONT_FAMILIES)(
  '%s has a fallback at every weight, on Windows, macOS, Android and a bare Linux, and the styles name each',
  async (family) => {
    const rules = await standInsOf(family)
    const names = new Set(rules.map((rule) => rule.match(/font-family:'(.+?)'/)![1]!))
    const styled = toFontStack(FAMILY_NAMES[family], FAMILY_KINDS[family])
      .match(/(?<=')[^',]+(?=')/g)!
      .filter((name) => name.startsWith(`${FAMILY_NAMES[family]} `))
    expect(new Set(styled)).toEqual(names)
    expect([...names].join()).toMatch(/(times|arial).*(noto|roboto).*dejavu/)
    for (const name of names) {
      const own = rules.filter((rule) => rule.includes(`'${name}'`) && !rule.includes('unicode-range'))
      const ranges = own.map(
        (rule) =>
          rule
            .match(/font-weight:(\d+) (\d+)/)!
            .slice(1)
            .map(Number) as [number, number],
      )
      const starts = [...ranges.slice(1).map(([from]) => from - 1), 1000]
      expect([ranges[0]![0], ...ranges.map(([, to]) => to)]).toEqual([1, ...starts])
      // Heavier letters are wider, and so are their fallbacks, which use one cut below 550 and another above. Each name
      // that does not exist delays the first layout.
      for (const rule of own) expect(rule.match(/local\(/g)!.length).toBeLessThan(5)
      const widths = own.map(
        (rule) => [rule.includes('Bold'), Number(rule.match(/size-adjust:([\d.]+)%/)![1])] as const,
      )
      for (const [index, [isBold, width]] of widths.entries())
        if (index > 0 && widths[index - 1]![0] === isBold) expect(width).toBeGreaterThan(widths[index - 1]![1])
    }
  },
)

it('digits that are far wider than letters have a rule of their own, so that "27 zu 22" takes no line more', async () => {
  const digits = async (family: 'libre-franklin' | 'source-sans') =>
    (await standInsOf(family)).filter((rule) => rule.includes('U+0030-0039') && rule.includes('arial'))
  const bold = (await digits('libre-franklin')).find((rule) => rule.includes('Arial-BoldMT'))
  // Digits of Libre Franklin at its boldest are 0.66 em wide, those of Arial 0.556.
  expect(Number(bold!.match(/size-adjust:([\d.]+)%/)![1])).toBeGreaterThan(110)
  expect(await digits('source-sans')).toEqual([])
})
