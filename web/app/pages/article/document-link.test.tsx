import type { Article } from '@lokalteil/contracts/content'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import ArticleInsert from './ArticleInsert.lazy.tsx'

it('a document is one ordinary link with title, kind and size', () => {
  const src = '/_media/import/ab/ab/plan.pdf?e=1&s=2'
  const item = { type: 'document' as const, src, title: 'Haushalt <2027>', bytes: 2_345_678 }
  const html = renderToStaticMarkup(<ArticleInsert article={{} as Article} item={item} />)
  expect(html).toMatch(/^<div[^>]*><a href="[^"]*plan\.pdf\?e=1&amp;s=2"><svg[^>]*aria-hidden="true"/)
  expect(html.match(/<(?:a|button|script)\b/g)).toEqual(['<a'])
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe('Haushalt &lt;2027&gt; PDF, 2,3\u00a0MB')
})
