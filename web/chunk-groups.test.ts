import { describe, expect, it } from 'vitest'
import { groupModules } from './chunk-groups.ts'

type Imports = { now?: string[]; later?: string[]; exports?: string[] }

const ENTRY = '/app/entry.tsx'
const HOME = '/app/pages/home/Front.tsx'
const ARTICLE = '/app/pages/article/Text.tsx'
const TOPIC = '/app/pages/topics/Topic.tsx'
const AUTHORS = '/app/pages/authors/Authors.tsx'
const ERROR = '/app/pages/error/Error.tsx'
const NAVIGATION = '/app/navigation.later.ts'
const SESSION = '/app/session.lazy.ts'
const SOUND = '/app/sound.lazy.ts'

const SUDOKU = '/rooms/games/app/Sudoku.tsx'
const SHIPS = '/rooms/games/app/Ships.tsx'

const CONTEXT = '/app/pages/article/Context.lazy.tsx'
const ROOM = '/app/features/comments/Room.lazy.tsx'

const GRAPH: Record<string, Imports> = {
  [ENTRY]: { now: ['/app/App.tsx'], later: [HOME, ARTICLE, TOPIC, '/app/more.lazy.ts', ERROR, NAVIGATION] },
  '/app/App.tsx': { now: ['/react.js'], later: [SESSION, SOUND] },
  '/app/more.lazy.ts': { later: [AUTHORS, SUDOKU, SHIPS] },
  [SUDOKU]: {
    now: ['/rooms/games/app/Board.tsx', '/rooms/games/app/Pencil.tsx', '/rooms/games/app/store.ts'],
    exports: ['page'],
  },
  [SHIPS]: { now: ['/rooms/games/app/Board.tsx', '/rooms/games/app/store.ts'], exports: ['page'] },
  [HOME]: { now: ['/app/Teaser.tsx', '/app/Blocks.tsx', '/app/visits.ts', '/app/home.ts'], exports: ['page'] },
  [ARTICLE]: {
    now: ['/app/Teaser.tsx', '/app/Body.tsx', '/app/Button.tsx'],
    later: ['/app/Zoom.lazy.tsx', ROOM, CONTEXT],
    exports: ['page'],
  },
  [TOPIC]: { now: ['/app/Teaser.tsx', '/app/Blocks.tsx', '/app/pages/lists/Square.tsx'], exports: ['page'] },
  [CONTEXT]: { now: ['/app/Heading.tsx', '/app/Chart.tsx'] },
  '/app/Blocks.tsx': { now: ['/app/Heading.tsx'] },
  [AUTHORS]: {
    now: ['/app/pages/lists/Square.tsx', '/app/pages/lists/Letters.tsx', '/app/Field.tsx'],
    exports: ['page'],
  },
  [ERROR]: { now: ['/app/fetch.ts', '/app/Button.tsx'], exports: ['ErrorPage'] },
  [NAVIGATION]: { now: ['/app/fetch.ts', '/app/links.ts', '/app/history.ts', '/app/Panel.tsx'] },
  [SESSION]: { now: ['/app/links.ts', '/app/visits.ts', '/app/Button.tsx', '/app/Panel.tsx', '/app/token.ts'] },
  [SOUND]: { now: ['/app/token.ts', '/app/links.ts', '/rooms/games/app/store.ts'] },
  [ROOM]: { now: ['/app/features/comments/Comment.tsx', '/app/fetch.ts'] },
  '/app/features/comments/Comment.tsx': {
    now: ['/app/features/comments/Votes.tsx', '/app/Field.tsx', '/app/Button.tsx'],
  },
  '/app/Teaser.tsx': { now: ['/app/Picture.tsx'] },
  '/app/Body.tsx': { now: ['/app/Player.tsx'] },
}

function lookup(id: string) {
  const { now = [], later = [], exports = [] } = GRAPH[id] ?? {}
  return { importedIds: now, dynamicallyImportedIds: later, exports }
}

const groups = groupModules(ENTRY, lookup, [{ name: 'games', modules: /\/rooms\/games\/app\// }])
const membersOf = (name: string) => [...groups].flatMap(([id, group]) => (group === name ? [id] : [])).toSorted()

describe('the files of the browser, from the graph of imports', () => {
  it('puts modules of every page, and those shared by pages and later parts, into the shell', () =>
    expect(membersOf('shell')).toEqual(
      [
        ENTRY,
        '/app/App.tsx',
        '/react.js',
        '/app/Teaser.tsx',
        '/app/Picture.tsx',
        '/app/visits.ts',
        '/app/Button.tsx',
      ].toSorted(),
    ))

  it('gives an article the rest of its imports, but not its dynamic ones', () =>
    expect(membersOf('article')).toEqual([ARTICLE, '/app/Body.tsx', '/app/Player.tsx'].toSorted()))

  it('separates modules shared by lists and an article’s context, which needs no others of them', () =>
    expect(membersOf('teasers')).toEqual(['/app/Heading.tsx']))

  it('puts modules shared by lists into one file', () =>
    expect(membersOf('lists')).toEqual(['/app/Blocks.tsx', '/app/pages/lists/Square.tsx'].toSorted()))

  it('puts modules that load automatically later into one file', () =>
    expect(membersOf('later')).toEqual(
      [NAVIGATION, '/app/history.ts', '/app/fetch.ts', '/app/links.ts', '/app/Panel.tsx'].toSorted(),
    ))

  it('excludes modules that only on-demand parts share', () =>
    expect(membersOf('parts')).toEqual(['/app/token.ts', '/rooms/games/app/store.ts']))

  it('splits the comments into their own modules and those that other pages need as well', () => {
    expect(membersOf('discussion')).toEqual(
      [ROOM, '/app/features/comments/Comment.tsx', '/app/features/comments/Votes.tsx'].toSorted(),
    )
    expect(membersOf('forms')).toEqual(['/app/Field.tsx'])
  })

  it('gives the bundle of a room one file, without modules that other parts need as well', () =>
    expect(membersOf('games')).toEqual(['/rooms/games/app/Board.tsx']))

  it('leaves modules of a single page or part to the bundler', () => {
    for (const id of [HOME, '/app/home.ts', AUTHORS, '/app/pages/lists/Letters.tsx'])
      expect([id, groups.get(id)]).toEqual([id, undefined])
  })

  it('ends for circular imports', () => {
    const circle = (id: string) => ({
      importedIds: [id === '/a' ? '/b' : '/a'],
      dynamicallyImportedIds: ['/a'],
      exports: [],
    })
    expect([...groupModules('/a', circle)]).toEqual([
      ['/a', 'shell'],
      ['/b', 'shell'],
    ])
  })
})
