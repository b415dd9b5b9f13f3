/** `npx lokalteil articles`: what an office does with a single article. */
import { CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import type { Call } from '../platform/commands/call.ts'
import { defineNoun } from '../platform/commands/command.ts'
import { show, type Done } from '../platform/commands/reach.ts'

type Content = Client<typeof CONTENT_INTERNAL>
type Found = AnswerOf<(typeof CONTENT_INTERNAL)['findArticle']>

export const runArticles = defineNoun({
  name: 'articles',
  reach: {
    calls: CONTENT_INTERNAL,
    mount: '/__services/content',
    key: { variables: ['CONTENT_SERVICE_KEY', 'INGEST_KEY'], file: 'ingest' },
  },
  words: {
    ARTICLE: 'an id (4711), an address (/die-faehre-4711, https://…) or an address of the former site',
    FROM: 'an address, or the id of an article that was withdrawn',
  },
  options: {
    correction: 'told to readers below the text',
    'for-good': 'no copy is kept: the article cannot be restored',
  },
  verbs: {
    'show ARTICLE': { about: 'what is stored', run: withArticle((call, _id, found) => show(call, found, toLines)) },
    'title ARTICLE --title TEXT [--correction TEXT]': {
      about: 'corrects the headline until a newer version comes from the source',
      run: withArticle(async (call, id, _found, content) => {
        const { title = '', correction = '' } = call.values
        const answer = await content.correctTitle({ params: { id }, body: { title, correction } })
        return tell(call, id, answer, 'has its new headline.')
      }),
    },
    'withdraw ARTICLE [--for-good]': {
      about: 'takes the article away at once (410); no delivery brings it back, "restore" does within 30 days',
      run: withArticle(async (call, id, _found, content) => {
        const answer = await content.withdrawArticle({ params: { id }, body: { isForGood: call.has('for-good') } })
        return tell(call, id, answer, 'is withdrawn and answers 410.')
      }),
    },
    'restore ARTICLE': {
      about: 'brings a withdrawn article back',
      run: withArticle(async (call, id, _found, content) =>
        tell(call, id, await content.restoreArticle({ params: { id } }), 'is back.'),
      ),
    },
    'redirect FROM ARTICLE': {
      about: 'leads an address to an article',
      run: (call) => async (content) => {
        const [from = '', to = ''] = call.words
        return show(call, await content.leadTo({ body: { from, to } }), (led) => [`${led.from} leads to ${led.path}.`])
      },
    },
  },
})

function withArticle(work: (call: Call, id: string, found: Result<Found>, content: Content) => Done | Promise<Done>) {
  return (call: Call) => async (content: Content) => {
    const found = await content.findArticle({ query: { reference: call.words[0] ?? '' } })
    return found.ok ? work(call, found.data.id, found, content) : found
  }
}

function tell(call: Call, id: string, answer: Result<{ path: string }>, sentence: string): Done {
  return show(call, answer, ({ path }) => [`${id}  ${path} ${sentence}`])
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
