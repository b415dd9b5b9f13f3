/** `npx lokalteil articles`: commands about a single article. */
import { CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import { defineNoun } from '../platform/commands/command.ts'
import { say, type Done } from '../platform/commands/reach.ts'

type Content = Client<typeof CONTENT_INTERNAL>
type Found = AnswerOf<(typeof CONTENT_INTERNAL)['findArticle']>

export const runArticles = defineNoun({
  name: 'articles',
  reach: { calls: CONTENT_INTERNAL, mount: '/__services/content', key: 'ingest', variable: 'CONTENT_SERVICE_KEY' },
  words: {
    ARTICLE: 'an id (4711), an address (/die-faehre-4711, https://…) or an address of the former site',
    FROM: 'an address, or the id of an article that was withdrawn',
  },
  options: {
    correction: 'told to readers below the text',
    'for-good': 'no copy is kept: the article cannot be restored',
  },
  verbs: {
    'show ARTICLE': { about: 'what is stored', ask: withArticle((_content, article) => toLines(article)) },
    'title ARTICLE --title TEXT [--correction TEXT]': {
      about: 'corrects the headline until a newer version comes from the source',
      ask: withArticle((content, { id }, { title, correction = '' }: { title: string; correction?: string }) =>
        tell(id, content.correctTitle({ params: { id }, body: { title, correction } }), 'has its new headline.'),
      ),
    },
    'withdraw ARTICLE [--for-good]': {
      about: 'takes the article away at once (410); no delivery brings it back, "restore" does within 30 days',
      ask: withArticle((content, { id }, given: { 'for-good'?: true }) => {
        const body = { isForGood: given['for-good'] === true }
        return tell(id, content.withdrawArticle({ params: { id }, body }), 'is withdrawn and answers 410.')
      }),
    },
    'restore ARTICLE': {
      about: 'brings a withdrawn article back',
      ask: withArticle((content, { id }) => tell(id, content.restoreArticle({ params: { id } }), 'is back.')),
    },
    'redirect FROM ARTICLE': {
      about: 'leads an address to an article',
      ask: (content, { from, article: to }) =>
        say(content.leadTo({ body: { from, to } }), (led) => `${led.from} leads to ${led.path}.`),
    },
  },
})

function withArticle<Given>(work: (content: Content, article: Found, given: Given) => Done | Promise<Done>) {
  return async (content: Content, given: Given & { article: string }): Promise<Done> => {
    const found = await content.findArticle({ query: { reference: given.article } })
    return found.ok ? work(content, found.data, given) : found
  }
}

function tell(id: string, asked: Promise<Result<{ path: string }>>, sentence: string): Promise<Done> {
  return say(asked, ({ path }) => `${id}  ${path} ${sentence}`)
}

function toLines(article: Found): string[] {
  const { id, path, title, state, sourceId, version, published, updated, formerAddresses } = article
  return [
    `${id}  ${state}  ${path}`,
    ...(title === '' ? [] : [`headline   ${title}`]),
    ...(published === null ? [] : [`published  ${published}${updated === null ? '' : `, changed ${updated}`}`]),
    `section    ${article.sectionPath}${article.contentRestriction === null ? '' : `, ${article.contentRestriction}`}`,
    `source     ${sourceId === '' ? 'none' : `${sourceId}, version ${version}`}`,
    ...article.corrections.map(({ date, text }) => `correction ${date}  ${text}`),
    ...formerAddresses.map((address) => `leads here ${address}`),
    ...(article.withdrawnHere === null
      ? []
      : [`withdrawn  here, ${article.withdrawnHere}${article.canComeBack ? '; "restore" brings it back' : ''}`]),
  ]
}
