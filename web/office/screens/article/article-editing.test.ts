import type { ArticleDraft } from '@lokalteil/contracts/content/records'
import type { OfficeArticle } from '@lokalteil/contracts/office/values'
import { describe, expect, it } from 'vitest'
import { Refusal, type DeskAsk } from '../../kit/client.ts'
import type { LocalCopy } from '../../kit/local-copies.ts'
import { openArticle } from './article-editing.ts'

const draftOf = (title: string) => ({ title, body: [] }) as unknown as ArticleDraft

function setUp(copies: LocalCopy[], save: (base: number, draft: ArticleDraft) => unknown) {
  const calls: string[] = []
  const forgotten: string[] = []
  const article = { id: '4711', revision: 7, draft: draftOf('vom Server'), conflicts: [], checks: {} }
  const ask = (async (name: string, input: { body?: { base: number; draft: ArticleDraft } }) => {
    calls.push(name)
    return name === 'getArticle' ? article : save(input.body!.base, input.body!.draft)
  }) as unknown as DeskAsk
  const store = {
    keep: async () => {},
    forget: async (key = '') => void forgotten.push(key),
    list: async () => copies,
  }
  return { open: () => openArticle(ask, store, '4711'), calls, forgotten, article: article as unknown as OfficeArticle }
}

const copy = (key: string, base: number, title: string): LocalCopy => ({ key, base, draft: draftOf(title), at: base })

describe('opening an article', () => {
  it('without copies of this browser nothing is saved', async () => {
    const { open, calls, article } = setUp([], () => null)
    expect(await open()).toEqual({ article, unsaved: null, isRecovered: false })
    expect(calls).toEqual(['getArticle'])
  })

  it('a copy that a closed tab left is saved by itself and forgotten', async () => {
    const { open, forgotten } = setUp([copy('a', 6, 'getippt')], (base) => ({
      revision: base + 2,
      draft: null,
      conflicts: [],
      checks: {},
    }))
    const { article, unsaved, isRecovered } = await open()
    expect([article.revision, article.draft.title, unsaved, isRecovered]).toEqual([8, 'getippt', null, true])
    expect(forgotten).toEqual(['a'])
  })

  it('the server’s merged draft is shown', async () => {
    const { open } = setUp([copy('a', 5, 'getippt')], () => ({
      revision: 9,
      draft: draftOf('zusammengeführt'),
      conflicts: [],
      checks: {},
    }))
    expect((await open()).article.draft.title).toBe('zusammengeführt')
  })

  it('a copy that the server has already is forgotten without a save', async () => {
    const { open, calls, forgotten } = setUp([copy('a', 6, 'vom Server')], () => null)
    expect((await open()).isRecovered).toBe(false)
    expect(calls).toEqual(['getArticle'])
    expect(forgotten).toEqual(['a'])
  })

  it('a copy that cannot be saved now stays and becomes the draft of the screen', async () => {
    const { open, forgotten } = setUp([copy('a', 6, 'getippt')], () => {
      throw new Refusal(0, 'UNREACHABLE')
    })
    expect((await open()).unsaved).toEqual({ base: 6, draft: draftOf('getippt') })
    expect(forgotten).toEqual([])
  })
})
