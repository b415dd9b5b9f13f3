import { expect, it } from 'vitest'
import type { Article } from '@lokalteil/contracts/content'
import { browserAccess, PENDING } from '../../page/article-access.ts'
import { page } from './ArticlePage.tsx'

const preview = [{ type: 'paragraph', html: 'Vorschau' }]
const articles: Record<string, Partial<Article>> = {
  '1': { id: '1', contentRestriction: 'paid' },
  '2': { id: '2', contentRestriction: 'paid' },
  '3': { id: '3', contentRestriction: 'free' },
}
const load = async (id: string) => {
  const content = { getArticle: async () => ({ ok: true, data: { ...articles[id], contentItems: preview } }) }
  const loaded = await page.load({ name: 'article', slug: '', id }, {
    content,
    access: browserAccess,
    publication: {},
  } as never)
  return loaded.kind === 'ok' ? { access: loaded.data.access, items: loaded.data.article.contentItems } : null
}

it('R4.5-02 S4.5-09 starts anew with every article: only the preview until the decision', async () => {
  const initial = { access: { isLocked: true, rule: PENDING, template: null }, items: preview }
  // Back and forth: earlier decisions are not kept.
  expect([await load('1'), await load('2'), await load('1')]).toEqual([initial, initial, initial])
  expect((await load('3'))?.access).toEqual({ isLocked: false, rule: 'free', template: 'ok' })
})
