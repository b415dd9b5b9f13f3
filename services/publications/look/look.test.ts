import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOOK_COLOURS, Look } from '@lokalteil/contracts/publication/look'
import { contrast, toTone } from './colour.ts'
import { COLOUR_PAIRS } from './colour-pairs.ts'
import { checkLook } from './check-look.ts'
import { resolveLook } from './resolved-look.ts'
import { propertyRuns } from '@lokalteil/domain/property-runs.testing'

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const shade = fc.oneof(hex, fc.record({ light: hex, dark: hex }))

describe('a look of one colour', () => {
  it('combines no colours with too little contrast, for any accent', () => {
    fc.assert(
      fc.property(shade, (accent) => {
        const { colours } = resolveLook(Look.parse({ accent }))
        for (const mode of ['light', 'dark'] as const)
          for (const { upper, lower, ratio } of COLOUR_PAIRS)
            expect(
              contrast(colours[upper][mode], colours[lower][mode]),
              `${upper} on ${lower}, ${mode}`,
            ).toBeGreaterThanOrEqual(ratio)
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  it.each(['#ffd400', '#000000', '#ffffff', '#808080', '#f7cfe0', '#00ff00', '#7f00ff', '#e2001a'])(
    'has a light paper by day and a dark one by night (%s)',
    (accent) => {
      const { colours, brand } = resolveLook(Look.parse({ accent }))
      expect(brand).toBe(accent)
      expect(toTone(colours.paper.light).lightness).toBeGreaterThan(0.95)
      expect(toTone(colours.paper.dark).lightness).toBeLessThan(0.3)
      expect(toTone(colours.band.light).lightness).toBeLessThan(0.4)
      expect(colours.accentStrong.light).not.toBe(colours.accent.light)
      expect(colours.accentStrong.dark).not.toBe(colours.accent.dark)
    },
  )

  it('keeps a readable colour, and the hue of an unreadable one', () => {
    expect(resolveLook(Look.parse({ accent: '#0a5390' })).colours.accent.light).toBe('#0a5390')
    const pastel = resolveLook(Look.parse({ accent: '#f7a8c4' })).colours.accent.light
    expect(toTone(pastel).hue).toBeCloseTo(toTone('#f7a8c4').hue, -1)
    expect(toTone(pastel).lightness).toBeLessThan(0.6)
  })
})

describe('given colours', () => {
  it('are used unchanged', () => {
    const { colours } = resolveLook(
      Look.parse({ colours: { paper: '#FBF8F1', band: { light: '#5f1320', dark: '#400010' } } }),
    )
    expect(colours.paper).toEqual({ light: '#fbf8f1', dark: '#fbf8f1' })
    expect(colours.band).toEqual({ light: '#5f1320', dark: '#400010' })
  })

  it('that cannot be read are refused with the pair, its ratio and the nearest colour that passes', () => {
    const look = Look.parse({
      colours: { inkMuted: { light: '#aaaaaa', dark: '#9fa3a4' }, paper: { light: '#ffffff', dark: '#15181a' } },
    })
    const [finding, ...rest] = checkLook(look, (path) => path.length)
    expect(rest).toEqual([])
    expect(finding).toMatchObject({ level: 'error', file: 'look.yaml', line: 3, field: 'colours.inkMuted.light' })
    expect(finding!.message).toMatch(
      /^inkMuted #aaaaaa on \w+ #\w{6} reaches [12]\.\d+:1 in light, 4\.5:1 is needed; too little have also inkMuted on paper/,
    )
    const [, nearest] = /"(#\w{6})"/.exec(finding!.remedy)!
    expect(
      checkLook({ ...look, colours: { ...look.colours, inkMuted: { light: nearest!, dark: '#9fa3a4' } } }),
    ).toEqual([])
    expect(contrast(nearest!, '#ffffff')).toBeLessThan(6)
  })

  it('given once for day and night are refused in the mode where they fail, and the remedy writes out both', () => {
    const [finding, ...rest] = checkLook(Look.parse({ colours: { ink: '#111111' } }))
    expect(rest).toEqual([])
    expect(finding!.field).toBe('colours.ink')
    expect(finding!.message).toContain('in dark')
    expect(finding!.remedy).toMatch(/for dark alone write \{ light: "#111111", dark: "#\w{6}" \}/)
  })

  it('for a background are to blame when no text can be read on them', () => {
    const look = Look.parse({ colours: { paper: { light: '#777777', dark: '#111111' } } })
    const findings = checkLook(look)
    expect(findings.map(({ field }) => field)).toEqual(['colours.paper.light'])
    const [, nearest] = /"(#\w{6})"/.exec(findings[0]!.remedy)!
    expect(checkLook({ ...look, colours: { paper: { light: nearest!, dark: '#111111' } } })).toEqual([])
  })

  it('of any kind lead to findings about themselves, never to an exception', () => {
    const colours = fc.dictionary(fc.constantFrom(...LOOK_COLOURS), fc.record({ light: hex, dark: hex }), {
      maxKeys: 3,
    })
    fc.assert(
      fc.property(hex, colours, (accent, given) => {
        for (const { field, message, remedy } of checkLook(Look.parse({ accent, colours: given }))) {
          expect(Object.keys(given)).toContain(field.split('.')[1])
          expect(message).toMatch(/ reaches [\d.]+:1 in (light|dark), (3|4\.5):1 is needed/)
          expect(remedy).toMatch(/"#\w{6}"|lighter or darker/)
        }
      }),
      { numRuns: 20 },
    )
  })
})
