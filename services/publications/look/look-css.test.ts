import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Look, MASTHEADS } from '@lokalteil/contracts/publication/look'
import { readDrawing } from '../brand/drawing.ts'
import { toWordmark } from '../brand/wordmark.ts'
import { readYaml } from '../folder/yaml-source.ts'
import { checkLook } from './check-look.ts'
import { COLOUR_PAIRS, TEXT_RATIO } from './colour-pairs.ts'
import { toLookCss, toLookMarks, toThemeColour } from './look-css.ts'
import { resolveLook } from './resolved-look.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const styles = globSync('{web/app,rooms/*/app}/**/*.css', { cwd: root })
const wordmark = readDrawing(readFileSync(join(root, 'demo/publications/la/brand/wordmark.svg')), '', false).drawing!
const css = toLookCss(resolveLook(Look.parse({})))

describe('the styles of components', () => {
  it('use only properties that the tokens, a look, the styles themselves or a component define', () => {
    const given = new Set(
      [
        css,
        toWordmark(wordmark, 1).style,
        ...globSync('{web/app,rooms/*/app}/**/*.{css,ts,tsx}', { cwd: root }).map(read),
      ]
        .flatMap((text) => [...text.matchAll(/(--[\w-]+)['"]?\]?\s*:/g)])
        .map(([, name]) => name),
    )
    const used = styles.flatMap((path) => [...read(path).matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name!))
    expect(used.length).toBeGreaterThan(500)
    expect([...new Set(used)].filter((name) => !given.has(name))).toEqual([])
  })

  it('name no publication', () => {
    expect(styles.length).toBeGreaterThan(50)
    expect(styles.filter((path) => /data-publication/.test(read(path)))).toEqual([])
  })

  it('cover every masthead that can be chosen', () => {
    const sheet = read('web/app/features/shell/Masthead.module.css')
    for (const masthead of MASTHEADS.filter((name) => name !== 'centred'))
      expect(sheet).toContain(`[data-masthead='${masthead}']`)
  })
})

/** The kit's classes as declarations, without the nested rules of states. */
const kit = new Map(
  [...read('web/app/ui/kit.css').matchAll(/^\.([\w-]+) \{\n((?: {2}[^{}&@]*;\n)*)/gm)].map(
    ([, name, body]) => [name!, body!] as const,
  ),
)
/** The innermost rules of all style sheets, with the kit's declarations before their own. */
const rules = styles.flatMap((path) =>
  [
    ...read(path)
      .replaceAll(/\/\*[^]*?\*\//g, '')
      .matchAll(/([^{};]+)\{([^{}]*)\}/g),
  ].map(([, selector, body]) => {
    const applied = [...body!.matchAll(/@apply ([^;]+);/g)].flatMap(([, names]) => names!.split(/\s+/))
    return {
      name: `${path} ${selector!.trim()}`,
      body: [...applied.map((name) => kit.get(name) ?? ''), body!].join('\n'),
    }
  }),
)
const toName = (property: string) => property.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
const colourOf = (body: string, property: RegExp) => {
  const found = [...body.matchAll(new RegExp(`(?<![\\w-])${property.source}: var\\(--([\\w-]+)\\)`, 'g'))].at(-1)
  return found === undefined ? null : toName(found[1]!)
}
const TONES: ReadonlySet<string> = new Set(COLOUR_PAIRS.flatMap(({ upper, lower }) => [upper, lower]))
/** Checked for every look, in both modes (`look.test.ts`). */
const isPair = (one: string, other: string) =>
  COLOUR_PAIRS.some(({ upper, lower }) => (upper === one && lower === other) || (upper === other && lower === one))

describe('text and background of a style rule', () => {
  const pairs = rules.flatMap(({ name, body }) => {
    const [text, ground] = [colourOf(body, /color/), colourOf(body, /background(?:-color)?/)]
    return text !== null && ground !== null && TONES.has(text) && TONES.has(ground) ? [{ name, text, ground }] : []
  })

  it('are a pair with enough contrast', () => {
    expect(pairs.length).toBeGreaterThan(50)
    expect(pairs.filter(({ text, ground }) => !isPair(text, ground))).toEqual([])
  })

  it('are so for every colour of text, if the rule changes the colours of all parts on its background', () => {
    const grounds = rules.filter(({ body }) => /(?<![\w-])--ink:/.test(body))
    expect(grounds.map(({ name }) => name)).toContain('web/app/pages/blocks/Blocks.module.css .dark')
    for (const { name, body } of grounds) {
      const ground = colourOf(body, /background/)
      // All but the colour of alerts, which is a background there.
      const texts = COLOUR_PAIRS.filter(({ lower, ratio }) => lower === 'paper' && ratio === TEXT_RATIO)
      for (const { upper: text } of texts.filter(({ upper }) => upper !== 'alert')) {
        const property = `--${text.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
        const given = new RegExp(`(?<![\\w-])${property}: ([^;]+);`).exec(body)?.[1]
        const tone = /var\(--([\w-]+)\)/.exec(given ?? '')?.[1]
        expect(tone, `${property} in ${name}`).toBeDefined()
        expect(isPair(toName(tone!), ground!), `${property} in ${name}`).toBe(true)
      }
    }
  })
})

describe('a look as CSS', () => {
  it('has both modes of a colour where they differ, and one where they are equal', () => {
    expect(css).toMatch(/--paper:light-dark\(#\w{6},#\w{6}\)/)
    expect(css).toMatch(/--band:#\w{6};/)
  })

  it('shows stand-in fonts as long as the web fonts are put off, and names the fonts to fetch', () => {
    const [usual, late] = css.split(':root[data-letters=late]')
    const letters = /--letters:([^;]+)/.exec(usual!)![1]!.split(',')
    expect(letters).toEqual(["'Newsreader'", "'Source Sans'"])
    for (const role of ['head', 'text', 'ui']) {
      const stack = new RegExp(`--font-${role}:([^;}]+)`)
      const [first, ...others] = stack.exec(usual!)![1]!.split(',')
      expect(letters).toContain(first)
      expect(stack.exec(late!)![1]!.split(',')).toEqual(others)
    }
  })

  it('is small enough to be part of every page', () => {
    expect(css.length).toBeLessThan(2500)
  })

  it('contains no text of a publisher that could end a declaration', () => {
    const look = {
      fonts: { head: 'Mein Name', families: [{ name: "a';}", files: [{ file: 'fonts/a.woff2', weight: 400 }] }] },
    }
    expect(Look.safeParse(look).success).toBe(false)
  })
})

describe.each([
  ['ak', { 'data-masthead': 'centred', 'data-headings': 'line', 'data-wordmark': 'accent' }, '#fdfcf9'],
  ['fb', { 'data-masthead': 'left', 'data-headings': 'rule', 'data-wordmark': 'accent' }, '#fbfcfd'],
  ['ht', { 'data-masthead': 'rule', 'data-headings': 'double', 'data-wordmark': 'ink' }, '#fbf8f1'],
  ['la', { 'data-masthead': 'band', 'data-headings': 'bar', 'data-wordmark': 'twoColoured' }, '#1f2933'],
])('the look of %s', (code, marks, theme) => {
  const file = `demo/publications/${code}/look.yaml`
  const { data, findings } = readYaml('look.yaml', readFileSync(join(root, file)), Look)
  const look = data!

  it('is valid, its contrast included', () => {
    expect([...findings, ...checkLook(look)]).toEqual([])
  })

  it('is shown as given: every colour unchanged, its accent in both modes', () => {
    const resolved = resolveLook(look)
    expect(toLookMarks(resolved)).toEqual(marks)
    expect(toThemeColour(resolved).light).toBe(theme)
    for (const [name, shade] of Object.entries(look.colours))
      expect(resolved.colours[name as 'ink']).toEqual(typeof shade === 'string' ? { light: shade, dark: shade } : shade)
    expect(resolved.colours.accent).toEqual(look.accent)
    expect(resolved.colours.kicker).toEqual(look.accent)
    expect(resolved.colours.alert).toEqual({ light: '#b3161b', dark: '#ff8078' })
    expect(resolved.colours.onAlert).toEqual({ light: '#ffffff', dark: '#2a0605' })
    expect(resolved.colours.plus).toEqual({ light: '#8a5a00', dark: '#e9b85a' })
    expect(resolved.colours.focus).toEqual({ light: '#0b57d0', dark: '#9cc2ff' })
    expect(resolved.colours.bandPlus.light).toBe('#f0c46a')
  })
})
