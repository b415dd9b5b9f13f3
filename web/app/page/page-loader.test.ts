import { describe, expect, it } from 'vitest'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import { errorTexts } from '../messages/routing/errors.ts'
import type { Chrome, Loaded, PageModule } from './page.ts'
import { createPageLoader } from './page-loader.ts'

const CHROME = { publication: publicationOf('ak'), settings: {} } as unknown as Chrome

function load(loaded: Loaded<unknown>) {
  const module: PageModule = { load: async () => loaded, Page: () => null }
  const loader = createPageLoader({
    modules: async () => module,
    content: {} as never,
    access: (async () => undefined) as never,
    chrome: () => CHROME,
    now: () => new Date('2026-11-22T12:00:00Z'),
  })
  return loader.load('/sport')
}

describe('a navigation without a page to show', () => {
  it.each([
    ['nobody answers', 0, 503],
    ['the service is out', 503, 503],
    ['the service fails', 500, 503],
    ['too many ask', 429, 503],
    ['the service refuses', 403, 404],
  ])('%s: status %i is the error page with %i', async (_name, status, shown) => {
    const { state } = await load({ kind: 'unavailable', status })
    expect(state.content).toEqual({
      kind: 'error',
      status: shown,
      message: errorTexts.contentMissing('/sport'),
      url: '/sport',
    })
    expect(state.title.startsWith('Gerade nicht erreichbar')).toBe(shown === 503)
  })

  it('R8-03 a missing page is 404', async () => {
    const { state } = await load({ kind: 'missing' })
    expect(state.content).toMatchObject({ kind: 'error', status: 404, message: errorTexts.contentMissing('/sport') })
  })
})
