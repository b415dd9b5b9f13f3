import { describe, expect, it } from 'vitest'
import { gateTitles, isReleaseFile, RELEASE_ONLY } from './runs.ts'
import { listTitles } from './titles.testing.ts'

describe('tests that the gate leaves to the release run', () => {
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
