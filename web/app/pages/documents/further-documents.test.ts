import { matchRoute } from '@lokalteil/domain/routing/routes'
import { expect, it } from 'vitest'
import type { ContentApi } from '../../page/content-api.ts'
import type { LoadContext, PageModule } from '../../page/page.ts'
import { loadRoute } from '../../page/page-loader.ts'
import { page as channel } from '../channel/ChannelPage.tsx'
import { further, impressum } from './DocumentPage.tsx'

const document = { id: 'widerruf', title: 'Widerrufsbelehrung', updated: '2026-12-31T00:00:00Z', contentItems: [] }
const modules: Readonly<Record<string, PageModule>> = { channel, document: further, 'impressum-document': impressum }
const missing = { ok: false, status: 404 }
const asked: string[] = []
const content = {
  getChannel: ({ path }: { path: string }) => {
    asked.push(`channel ${path}`)
    return path === 'sport'
      ? { ok: true, data: { kind: 'channel', path, blocks: [] } }
      : path === 'kaputt'
        ? { ok: false, status: 503 }
        : missing
  },
  getDocument: ({ id }: { id: string }) => {
    asked.push(`document ${id}`)
    return ['widerruf', 'sport', 'eigentuemer'].includes(id) ? { ok: true, data: { ...document, id } } : missing
  },
  getArticle: () => missing,
} as unknown as ContentApi

it.each([
  ['/widerruf', 'document', 'ok', ['channel widerruf', 'document widerruf']],
  ['/sport', 'channel', 'ok', ['channel sport']],
  ['/unbekannt', 'channel', 'missing', ['channel unbekannt', 'document unbekannt']],
  ['/kaputt', 'channel', 'unavailable', ['channel kaputt']],
  ['/lokales/widerruf', 'channel', 'missing', ['channel lokales/widerruf']],
  ['/eigentuemer', 'channel', 'missing', ['channel eigentuemer']],
  ['/impressum', 'impressum-document', 'missing', ['document impressum', 'document eigentuemer']],
])('%s is answered by %s: %s', async (path, name, kind, questions) => {
  asked.length = 0
  const match = matchRoute(path)
  if (match.kind !== 'route') throw new Error(path)
  const found = await loadRoute((route) => Promise.resolve(modules[route] ?? null), match.route, {
    content,
    publication: { code: 'bote' },
  } as LoadContext)
  expect(found?.route.name).toBe(name)
  expect(found?.loaded.kind).toBe(kind)
  expect(asked).toEqual(questions)
})
