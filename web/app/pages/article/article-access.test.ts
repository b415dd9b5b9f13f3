import { expect, it, vi } from 'vitest'
import type { Article } from '@lokalteil/contracts/content'
import { browserAccess, PENDING } from '../../page/article-access.ts'
import { page } from './ArticlePage.tsx'

const inserts = vi.hoisted(() => ({ loaded: 0 }))
vi.mock('./ArticleInsert.lazy.tsx', () => {
  inserts.loaded++
  return { default: () => null }
})

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

it('the server has the rare parts of a paid text before it draws it for a reader who may read it', async () => {
  const contentItems = [...preview, { type: 'document', src: '/_media/a.pdf', title: 'Plan', bytes: 1 }]
  const loadFor = (isLocked: boolean) =>
    page.load({ name: 'article', slug: '', id: '1' }, {
      content: { getArticle: async () => ({ ok: true, data: { ...articles['1'], contentItems: preview } }) },
      access: async (article: Article) => ({
        article: isLocked ? article : { ...article, contentItems },
        access: { isLocked, rule: PENDING, template: null },
      }),
      publication: {},
    } as never)
  await loadFor(true)
  expect(inserts.loaded).toBe(0)
  await loadFor(false)
  expect(inserts.loaded).toBe(1)
})
