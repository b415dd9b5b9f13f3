import { expect, it } from 'vitest'
import { readKept } from './kept-pages.ts'

const page = (state: unknown) => `<script type="application/json" id="state">${JSON.stringify(state)}</script>`

it('reads an article from its embedded state, text and all', () => {
  const article = {
    id: '7',
    title: 'Neue Brücke',
    titlePrefix: 'Hafen',
    teaserText: 'Sie kommt.',
    section: { displayName: 'Lokales' },
    publishDate: '2026-11-24T08:00:00.000Z',
    contentItems: [{ type: 'paragraph', html: 'Im <b>Mai</b> wird gebaut.' }, null],
  }
  expect(readKept(page({ path: '/neue-bruecke-7', content: { kind: 'page', data: { article } } }))).toEqual({
    path: '/neue-bruecke-7',
    articleId: '7',
    title: 'Neue Brücke',
    kicker: 'Hafen',
    teaser: 'Sie kommt.',
    section: 'Lokales',
    publishedAt: '2026-11-24T08:00:00.000Z',
    text: expect.stringMatching(/Im\s+Mai\s+wird gebaut\./),
  })
})

it.each([
  ['a list', page({ path: '/', content: { kind: 'page', data: { blocks: [] } } })],
  ['an error', page({ path: '/x', content: { kind: 'error', status: 404 } })],
  ['half a state', '<script type="application/json" id="state">{</script>'],
  ['nothing', ''],
])('%s is no article', (_name, html) => {
  expect(readKept(html)).toBeNull()
})
