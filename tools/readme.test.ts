import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './ensure-node.mjs'
import { isOfRemovedRoom, isThere } from './places.testing.ts'
import { REMOVED_ROOMS } from './runs.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** Patterns of names in docs/decisions/2026-11-23-scripts-follow-the-imports.md, not files. */
const EXAMPLES: ReadonlySet<string> = new Set(['x.later.ts', 'x.lazy.ts'])

describe('docs/configuration.md', () => {
  const [core = '', rooms = ''] = read('docs/configuration.md').split('\n## Rooms\n')
  const readBy = (pattern: string) =>
    globSync(pattern, { cwd: root }).flatMap((path) =>
      [...read(path).matchAll(/const (?:[A-Z]+_)?VARIABLES = \{([\s\S]*?)\n\}/g)].flatMap(([, schema = '']) =>
        [...schema.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name),
      ),
    )

  it('lists every environment variable the core reads, and no other', () => {
    const known = readBy('web/server/config/*.ts')
    const listed = [...core.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name = '']) => name)
    expect(known.length).toBeGreaterThan(60)
    expect(listed.toSorted()).toEqual(known.toSorted())
  })

  it('lists those of each room with the room, which may be removed', () => {
    const listed = [...rooms.matchAll(/^\| `([A-Z_]+)` \| (\w+) \|/gm)].map(([, name = '', room = '']) => ({
      name,
      room,
    }))
    expect(listed.length).toBeGreaterThan(10)
    for (const path of globSync('rooms/*/room.ts', { cwd: root })) {
      const room = basename(dirname(path))
      const own = listed.filter((one) => one.room === room).map(({ name }) => name)
      expect([room, own.toSorted()]).toEqual([room, readBy(path).toSorted()])
    }
  })
})

describe('README.md', () => {
  const readme = read('README.md')

  it('names only scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const moved = Object.keys(scripts).filter((name) => scripts[name]!.includes('moved-command'))
    for (const [, name = ''] of readme.matchAll(/npm run ([a-z]+)/g)) {
      expect(Object.keys(scripts)).toContain(name)
      expect(moved).not.toContain(name)
    }
  })

  it.each(['rooms/', 'web/server/'])('names all folders of %s in its map', (folder) => {
    const row = readme.split('\n').find((line) => line.startsWith(`| \`${folder}\``))!
    const names = readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
      .map(({ name }) => name)
    expect(names.filter((name) => !row.includes(`\`${name}\``))).toEqual([])
  })
})

describe('documents', () => {
  const documents = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md'], { cwd: root })
  const inAll = (pattern: RegExp) =>
    documents.flatMap((path) => [...read(path).matchAll(pattern)].map(([, found = '']) => ({ path, found })))

  it('link to files that exist', () => {
    const links = inAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)
    expect(links.length).toBeGreaterThan(100)
    const missing = links
      .map(({ path, found }) => join(dirname(path), found).replaceAll('\\', '/'))
      .filter((place) => !existsSync(join(root, place)) && !isOfRemovedRoom(place))
    expect(missing).toEqual([])
  })

  it('name files and folders that exist', () => {
    const places = inAll(/`((?:domain|contracts|services|web|rooms|demo|e2e|bench|tools|docs)\/[\w./-]+)`/g)
    expect(places.length).toBeGreaterThan(100)
    expect(places.filter(({ found }) => !isThere(found))).toEqual([])
  })

  it.skipIf(REMOVED_ROOMS.length > 0)('name source files without a folder that exist', () => {
    const names = inAll(/`([a-z0-9][A-Za-z0-9.-]*\.(?:tsx?|mjs|css))`/g)
    const sources = globSync(
      ['*.{ts,mjs}', '{domain,contracts,services,web,rooms,demo,e2e,bench,tools}/**/*.{ts,tsx,mjs,css}'],
      { cwd: root, exclude: (path) => path.includes('node_modules') },
    )
    const known = new Set(sources.map((path) => basename(path)))
    expect(names.length).toBeGreaterThan(50)
    expect(names.filter(({ found }) => !known.has(found) && !EXAMPLES.has(found))).toEqual([])
  })

  it('have every decision in the index', () => {
    const index = read('docs/decisions/README.md')
    const names = documents.map((path) => basename(path)).filter((name) => /^\d{4}-/.test(name))
    expect(names.filter((name) => !index.includes(`(${name})`))).toEqual([])
  })
})

describe('docs/operations.md', () => {
  const operations = read('docs/operations.md')

  it('has the chapters that messages refer to', () => {
    const sources = globSync('{domain,services,web/server,rooms,tools}/**/*.{ts,mjs}', {
      cwd: root,
      exclude: (path) => path.includes('node_modules'),
    }).filter((path) => !path.includes('.test.'))
    const named = sources.flatMap((path) =>
      [...read(path).matchAll(/docs\/operations\.md, "([^"]+)"/g)].map(([, chapter = '']) => chapter),
    )
    expect(named).toContain('Update and roll back')
    expect(named.filter((chapter) => !operations.includes(`\n## ${chapter}\n`))).toEqual([])
  })
})
