/** Fronts of the content service in memory: they keep the promises of `FRONT_RECORDS`. */
import type { BlockName, FRONT_RECORDS, FrontEdit, RECORDS, StoredEdits } from '@lokalteil/contracts/content'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import { isSameEdits } from './merge-edits.ts'

const NAMES = new Map([
  ['', ''],
  ['lokales', 'Lokales'],
  ['sport', 'Sport'],
  ['sport/fussball', 'Fußball'],
])

const LEAD: BlockName = { id: null, block: 'lead', source: '', ordinal: 0, said: { block: 'lead' } }

type Pin = Extract<FrontEdit, { kind: 'pin' }>

export function pin(article: string, more: Partial<Pin> = {}): Pin {
  return { kind: 'pin', id: `pin-${article}`, block: LEAD, article, until: null, ...more }
}

export function createFrontsDouble(
  now: () => Date,
  silent: ReadonlySet<string>,
  refuse: (status: number, code: string) => Result<never>,
) {
  const stored = new Map<string, StoredEdits>()
  const ok = <T>(data: T): Result<T> => ({ ok: true, data, headers: new Headers() })
  const inForce = (edits: FrontEdit[]) =>
    edits.filter(({ until }) => until === null || now().getTime() < Date.parse(until))
  function read(path: string): StoredEdits {
    const found = stored.get(path) ?? { revision: 0, edits: [], by: null, at: null }
    return { ...found, edits: inForce(found.edits) }
  }
  const calls: Pick<Client<typeof RECORDS>, keyof typeof FRONT_RECORDS> = {
    listFronts: async () => {
      if (silent.has('listFronts')) return refuse(0, 'UNREACHABLE')
      const fronts = [...NAMES].map(([path, name]) => {
        const { revision, edits } = read(path)
        return { path, name, isListed: path === '', revision, edits }
      })
      return ok({ fronts })
    },
    getFrontEdits: async ({ query = {} }) =>
      NAMES.has(query.path ?? '') ? ok(read(query.path ?? '')) : refuse(404, 'NOT_FOUND'),
    saveFrontEdits: async ({ body: { path, revision, edits, by } }) => {
      if (silent.has('saveFrontEdits')) return refuse(0, 'UNREACHABLE')
      const before = read(path)
      if (!isSameEdits(before.edits, edits)) {
        if (before.revision !== revision) return refuse(409, 'LATER_REVISION')
        stored.set(path, { revision: revision + 1, edits, by, at: now().toISOString() })
      }
      return silent.has('saveFrontEdits, late') ? refuse(0, 'UNREACHABLE') : ok(read(path))
    },
    previewFront: async ({ body: { path, edits } }) =>
      ok({
        page: { blocks: [] },
        view: {
          path,
          name: NAMES.get(path) ?? '',
          isListed: path === '',
          slots: [
            {
              name: LEAD,
              heading: '',
              isHidden: false,
              hasArticles: true,
              canPin: true,
              articles: edits.flatMap((edit) =>
                edit.kind === 'pin' ? [{ id: edit.article, title: edit.article, titlePrefix: '', img: null }] : [],
              ),
              place: 0,
            },
          ],
          states: inForce(edits).map(({ id, kind }) => ({
            id,
            state: 'counts' as const,
            now: null,
            isShown: kind === 'pin',
          })),
          folder: { pinned: [], excluded: [] },
          mostRead: [],
        },
      }),
  }
  return { calls, stored, read }
}
