import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './ensure-node.mjs'
import { listTitles } from './titles.testing.ts'

const document = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** Tests that the document names: `file`: “part of a title”, “of another”. */
const named = [...document.matchAll(/`([\w./-]+\.(?:test|journey)\.tsx?)`: ((?:“[^”]+”(?:, )?)+)/g)].flatMap(
  ([, file = '', titles = '']) => [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ file, title })),
)

describe('docs/security.md', () => {
  it('names tests that exist', () => {
    const titles = new Map<string, string[]>()
    const titlesOf = (file: string) => {
      if (!titles.has(file)) titles.set(file, existsSync(join(root, file)) ? listTitles(file) : [])
      return titles.get(file)!
    }
    expect(named.length).toBeGreaterThan(150)
    expect(named.filter(({ file, title }) => !titlesOf(file).some((one) => one.includes(title)))).toEqual([])
  }, 60_000)

  it('has a test for every threat', () => {
    const threats = document.split('\n').filter((line) => /^\|[^|]+\| [CH] \|/.test(line))
    expect(threats.length).toBeGreaterThan(50)
    expect(threats.filter((line) => !/\.(?:test|journey)\.tsx?`: “/.test(line))).toEqual([])
  })

  it('has all lines of levels 1 and 2 of ASVS 5.0 but those of WebRTC, each once, with a test or a reason', () => {
    const lines = document.split('\n').filter((line) => /^\| V\d+\.\d+\.\d+/.test(line))
    const ids = lines.flatMap((line) => [...line.split('|')[1]!.matchAll(/\d+\.\d+\.\d+/g)].map(([id]) => id))
    expect([ids.length, new Set(ids).size]).toEqual([246, 246])
    expect([...new Set(ids.map((id) => Number(id.split('.')[0])))]).toEqual(
      Array.from({ length: 16 }, (_unused, index) => index + 1),
    )
    const open = lines.filter((line) => !/`: “|not applicable:|gap:|documented:/.test(line))
    expect(open).toEqual([])
  })

  it('has no gap in a line of level 1, and counts a gap as not met', ({ task }) => {
    const counts = { met: 0, 'do not apply': 0, 'have a gap': 0 }
    const gaps: string[] = []
    for (const line of document.split('\n').filter((one) => /^\| V\d+\.\d+\.\d+/.test(one))) {
      const [, heads = ''] = line.split('|')
      const answer = /gap:/.test(line) ? 'have a gap' : /not applicable:/.test(line) ? 'do not apply' : 'met'
      counts[answer] += heads.match(/\d+\.\d+\.\d+/g)!.length
      if (answer === 'have a gap' && /\(1\)/.test(heads)) gaps.push(heads.trim())
      expect(heads, line).toMatch(/\([12]\) $/)
    }
    task.meta.measured = `of 246 lines of ASVS 5.0, levels 1 and 2: ${Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')}`
    expect(gaps).toEqual([])
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(246)
  })
})
