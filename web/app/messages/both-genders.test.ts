/** German words for a man alone must not address all readers: texts name both genders or use a neutral word. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const MALE =
  /(?<!(?:innen und|in oder ein(?:em|en)?) )(?<![-\p{L}])(?:Plus-)?(?:Abonnent(?:en)?|Leser|Nutzer|Kunden?|Käufer|Besucher|Autoren)(?![-\p{L}])/u

const root = fileURLToPath(new URL('../../..', import.meta.url))

it('no text addresses men alone', () => {
  const found = globSync(['web/app/messages/**/*.ts', 'rooms/*/app/*-texts.ts'], { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) =>
      readFileSync(`${root}/${file}`, 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line) && MALE.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(found).toEqual([])
})
