import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { preprocessCSS, resolveConfig } from 'vite'
import { expect, it } from 'vitest'
import { REMOVED_ROOMS } from '@lokalteil/tools/runs'
import { styleKit } from './style-kit.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const kit = readFileSync(`${root}app/ui/kit.css`, 'utf8')
const config = await resolveConfig(
  { root, configFile: false, logLevel: 'silent', css: { postcss: { plugins: [styleKit()] } } },
  'build',
)
const build = async (sheet: string) =>
  (await preprocessCSS(sheet, `${root}app/sheet.css`, config)).code.replaceAll(/\s+/g, ' ').trim()

it('a style sheet gets the declarations of the applied classes, in order, before its own', async () => {
  expect(await build('.a { @apply row gap-2; padding: 0; }')).toBe(
    '.a { display: flex; align-items: center; gap: var(--space-2); padding: 0; }',
  )
})

it('nested rules of a class follow the rule, for each of its selectors', async () => {
  expect(await build('.a, .b { @apply hover-wash; margin: 0; } .c { margin: 1px; }')).toBe(
    '.a, .b { margin: 0; } @media (hover: hover) { .a:hover, .b:hover { background: var(--accent-wash); } } .c { margin: 1px; }',
  )
  expect(await build('.a { @apply no-outline empty-hidden; }')).toMatch(/\.a:focus \{.*\.a:empty \{/)
})

it('a media query can use the name of a width', async () => {
  expect(await build('@media (--desk) and (hover: hover) { .a { margin: 0; } }')).toContain(
    '@media (min-width: 62rem) and (hover: hover) {',
  )
  expect(await build('.a { @apply desk-cols-3; }')).toContain('@media (min-width: 62rem) {')
})

it('style sheets write a width that has a name by its name', () => {
  const widths = [...kit.matchAll(/@custom-media --[\w-]+ \((.*)\);/g)].map(([, width]) => width!)
  const isNamed = new RegExp(widths.map((width) => width.replace('rem', 'r?em').replace('.9375', '.9\\d+')).join('|'))
  const sheets = globSync(['app/**/*.css', 'office/**/*.css', '../rooms/*/app/**/*.css'], { cwd: root })
  expect(sheets.length).toBeGreaterThan(100)
  const queries = sheets
    .filter((sheet) => !sheet.endsWith('kit.css'))
    .flatMap(
      (sheet) =>
        readFileSync(`${root}${sheet}`, 'utf8')
          .match(/@media[^{]*/g)
          ?.map((query) => `${sheet} ${query}`) ?? [],
    )
  expect(queries.filter((query) => isNamed.test(query))).toEqual([])
})

it.each(['.a { @apply rwo; }', '@media (--dekc) { .a { margin: 0; } }'])(
  'an unknown name stops the build: %s',
  (sheet) => expect(build(sheet)).rejects.toThrow(/kit (has no class|names no width)/),
)

it('each class of the kit is used by at least two style sheets', () => {
  const applied = globSync('{app,../rooms/*/app}/**/*.module.css', { cwd: root }).map(
    (sheet) => new Set(readFileSync(root + sheet, 'utf8').match(/(?<=@apply [^;]*)[\w-]+/g)),
  )
  const names = [...kit.matchAll(/^\.([\w-]+) \{/gm)].map(([, name]) => name!)
  // A removed room may have been the second.
  const least = REMOVED_ROOMS.length === 0 ? 2 : 1
  expect(names.filter((name) => applied.filter((sheet) => sheet.has(name)).length < least)).toEqual([])
})
