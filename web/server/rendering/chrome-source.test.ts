import { describe, expect, it } from 'vitest'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import type { ContentApi } from '../../app/page/content-api.ts'
import type { OfferApi } from '../../app/page/offer-api.ts'
import { createChromeSource } from './chrome-source.ts'

const AK = publicationOf('ak')
const offers = { listOffers: async () => ({ ok: true, data: { offers: [{}] } }) } as unknown as OfferApi

function setUp() {
  const clock = { ms: 1_000_000 }
  const state = { title: 'Pegel steigt', isHanging: false, isDown: false, news: 0 }
  const source = createChromeSource(
    () => clock.ms,
    () => state.news++,
  )
  const answer = async (data: unknown) => {
    if (state.isHanging) await new Promise(() => {})
    return state.isDown ? { ok: false, status: 503 } : { ok: true, data }
  }
  const content = {
    getSite: () => answer({ name: 'Auenkurier' }),
    getBreakingNews: () => answer({ item: { title: state.title } }),
  } as unknown as ContentApi
  const read = async () => (await source.read(AK, content, offers)).breaking?.title
  return { clock, state, source, read }
}

describe('the data around a page', () => {
  it('shows new breaking news on the first page rendered after a change', async () => {
    const { state, source, read } = setUp()
    expect(await read()).toBe('Pegel steigt')
    state.title = 'Deich hält'
    expect(await read()).toBe('Pegel steigt')
    source.expire()
    expect([await read(), state.news]).toEqual(['Deich hält', 0])
  })

  it('expires stored pages if an external content service has other news', async () => {
    const { clock, state, read } = setUp()
    await read()
    clock.ms += 15_000
    expect([await read(), state.news]).toEqual(['Pegel steigt', 0])
    state.title = 'Deich hält'
    clock.ms += 15_000
    expect([await read(), state.news]).toEqual(['Deich hält', 1])
  })

  it('drops an answer that was already on its way when something changed', async () => {
    const { state, source, read } = setUp()
    const early = read()
    source.expire()
    state.title = 'Deich hält'
    await early
    expect(await read()).toBe('Deich hält')
  })

  it.each(['isHanging', 'isDown'] as const)('keeps the last answer while the service %s', async (fault) => {
    const { state, source, read } = setUp()
    await read()
    state[fault] = true
    source.expire()
    expect(await read()).toBe('Pegel steigt')
  })
})
