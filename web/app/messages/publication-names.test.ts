/**
 * A publication's name may need an article or not ("beim Auenkurier", "bei der Glocke", "bei Lokal aktuell"), and the
 * software cannot know: so in texts the name stands alone, between punctuation, and no word depends on it.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (patterns: string[]) =>
  globSync(patterns, { cwd: root })
    .filter((file) => !/\.(?:dom\.)?test\.|\.testing\./.test(file))
    .toSorted()
    .map((file) => ({ file, source: readFileSync(`${root}/${file}`, 'utf8') }))

const CATALOGUES = read([
  'web/app/messages/**/*.ts',
  'rooms/*/app/*-texts.ts',
  'services/mail/*.ts',
  'services/accounts/providers/sign-on-page.ts',
  'services/accounts/privacy/privacy.ts',
  'web/server/http/plain-page.ts',
])
const NAME = /\$\{(?:escape\()?(?:\w+\.)?publication(?:\.name)?\)?\}|(?<!\$)\{site\}/g

/** Names that are part of a sentence. */
function listBound(source: string): string[] {
  return [...source.matchAll(NAME)].flatMap((match) => {
    const before = source.slice(0, match.index).replace(/\\n$/, '\n')
    const after = source.slice(match.index + match[0].length)
    const isBound = /[\p{L}\d„]\s*$/u.test(before) || /^(?:[\p{L}\d“-]|\s+[\p{L}\d])/u.test(after)
    return isBound ? [`${before.slice(-30)}${match[0]}${after.slice(0, 20)}`] : []
  })
}

it.each([
  ['`Ihr Konto bei ${publication}`', 1],
  ['`Ihr Konto bei „${publication}“`', 1],
  ['`${publication} lesen`', 1],
  ['`das Team des ${publication.name}s`', 1],
  ['`Ihr ${publication}-Konto`', 1],
  ["'Nachrichten von {site}'", 1],
  ['`<p>Sie sind bei ${escape(page.publication)} angemeldet`', 1],
  ['`Ihr Team · ${publication.name}`', 0],
  ['`bestellt haben (${publication}).`', 0],
  ['`© ${year} ${publication}`', 0],
  ['`${publication}: lesen`', 0],
])('recognises %s', (source, count) => {
  expect(listBound(source)).toHaveLength(count)
})

it.each(CATALOGUES)(
  'no text of $file depends on the article or the inflection of a publication’s name',
  ({ source }) => {
    expect(listBound(source)).toEqual([])
  },
)

it('texts with the name use this parameter name, or this test could not find them', () => {
  const messages = CATALOGUES.map(({ source }) => source).join('\n')
  const given = read(['web/app/**/*.{ts,tsx}', 'web/server/**/*.ts']).flatMap(({ source }) => [
    ...source.matchAll(/\b\w*[tT]exts(?:\.\w+)*?\.(\w+)\((?:[^()]|\([^()]*\))*?\bpublication\b/g),
  ])
  const named = [...new Set(given.map((match) => match[1]!))]
  expect(named.length).toBeGreaterThan(10)
  const wrong = named.filter(
    (name) =>
      !new RegExp(`\\b${name}(?:: |\\()\\(?\\{?[^)]*\\bpublication\\b`).test(messages) &&
      new RegExp(`\\b${name}: \\(`).test(messages),
  )
  expect(wrong).toEqual([])
})
