import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './ensure-node.mjs'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('README.md', () => {
  const readme = read('README.md')

  it('lists every environment variable the server reads, and no other', () => {
    const schema = /const Environment = z\.object\(\{([\s\S]*?)\n\}\)/.exec(read('web/server/config.ts'))?.[1] ?? ''
    const known = [...schema.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name)
    const table = readme.slice(readme.indexOf('## Configuration'), readme.indexOf('## Replace'))
    const listed = [...table.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name = '']) => name)
    expect(known.length).toBeGreaterThan(5)
    expect(listed.toSorted()).toEqual(known.toSorted())
  })

  it('names only commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    for (const [, name = ''] of readme.matchAll(/npm run ([a-z]+)/g)) expect(Object.keys(scripts)).toContain(name)
  })

  it('links to files that exist', () => {
    const links = [...readme.matchAll(/[^!]\[[^\]]*\]\(([^)#:]+)\)/g)].map(([, path = '']) => path)
    expect(links.length).toBeGreaterThan(2)
    expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
