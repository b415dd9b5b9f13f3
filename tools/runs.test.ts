import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './ensure-node.mjs'
import { readModule } from './module-reader.ts'
import { gateTitles, isReleaseFile, RELEASE_ONLY } from './runs.ts'

/** Tables that a title is printed with. */
const ROWS = ['phone', 'desk', 'ak', 'fb', 'ht', 'la', 'plain', 'flutter']

/** Every title of a file as it may be printed, with those around it. */
function listTitles(file: string): string[] {
  const { tests } = readModule(file, readFileSync(join(root, file), 'utf8'))
  const formsOf = (texts: readonly { value: string }[]) => {
    const [title = '', ...table] = texts.map(({ value }) => value)
    return [...new Set([...ROWS, ...table])].map((row) => title.replace('%s', row))
  }
  return tests.flatMap((test) => {
    const around = test.around.map(({ texts }) => formsOf(texts))
    return [...around, formsOf(test.texts)].reduce<string[]>(
      (sofar, forms) => (sofar.length === 0 ? forms : sofar.flatMap((one) => forms.map((form) => `${one} ${form}`))),
      [],
    )
  })
}

describe('what the gate leaves to the release run', () => {
  it.each(RELEASE_ONLY.flatMap((rule) => rule.files.map((file) => [file, rule] as const)))(
    '%s is there, and has the cases',
    (file, rule) => {
      const titles = listTitles(file)
      expect(titles.length).toBeGreaterThan(0)
      const named = [...(rule.cases ?? []), ...(rule.except ?? [])]
      const isThere = (part: string) => titles.some((title) => title.includes(part))
      if (named.length > 0 && rule.isRest !== true) expect(named.filter(isThere)).not.toEqual([])
      if (rule.files.length === 1 && rule.isRest !== true) expect(named.filter((part) => !isThere(part))).toEqual([])
      expect(rule.why).toMatch(/\.$/)
    },
  )

  it('leaves something of every file that is not named as a whole', () => {
    const files = new Set(RELEASE_ONLY.flatMap((rule) => rule.files).filter((file) => !isReleaseFile(file)))
    for (const file of files)
      expect(
        listTitles(file).some((title) => gateTitles(file)!.test(title)),
        file,
      ).toBe(true)
  })
})
