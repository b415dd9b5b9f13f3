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
})
