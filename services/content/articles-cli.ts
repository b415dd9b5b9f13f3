/**
 * `npm run articles`: what an office does with a single article. A running portal is asked, as by any other program. Ends with
 * 0 when it is done, 1 when the portal says no, 2 when the command was wrong.
 */
import { CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import type { Result } from '@lokalteil/contracts/kernel/client'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import { CODE } from '@lokalteil/domain/publication/publications'
import { openOffice, show, WHICH_PUBLICATION } from '../platform/office-command.ts'
import { parseCommand, refuse, runProgram, type Environment, type Terminal } from '../platform/operator-command.ts'

const USAGE = `Usage: npm run articles -- show PUBLICATION ARTICLE
       npm run articles -- title PUBLICATION ARTICLE --title TEXT [--correction TEXT]
       npm run articles -- withdraw PUBLICATION ARTICLE [--for-good]
       npm run articles -- restore PUBLICATION ARTICLE
       npm run articles -- redirect PUBLICATION FROM ARTICLE

ARTICLE is an id (4711), an address (/die-faehre-4711, https://…) or an address of the former site. "title" corrects the
headline until a newer version comes from the source; --correction is told to readers below the text. "withdraw" takes the
article away at once (410); no delivery brings it back, "restore" does within 30 days. "redirect" leads FROM, an address or
the id of an article that was withdrawn, to ARTICLE.

  --for-good     no copy is kept: it cannot be restored
  --url BASE     the running portal (default: http://127.0.0.1:PORT)
  --key KEY      its ingest key (default: CONTENT_SERVICE_KEY, INGEST_KEY or DATA_DIR/keys/ingest.key)
  --help`

const OPTIONS = {
  title: { type: 'string' },
  correction: { type: 'string' },
  'for-good': { type: 'boolean' },
} as const

type Found = AnswerOf<(typeof CONTENT_INTERNAL)['findArticle']>

export async function runArticles(
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  const parsed = parseCommand(args, OPTIONS, USAGE, terminal)
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  const [verb = '', publication = '', reference, target] = positionals
  if (!['show', 'title', 'withdraw', 'restore', 'redirect'].includes(verb))
    return wrong(`There is no command "${verb}".`)
  if (!CODE.test(publication)) return wrong(WHICH_PUBLICATION)
  if (reference === undefined) return wrong('Say which article, by its id or address.')
  const { title = '', correction = '' } = values
  if (verb === 'title' && title.trim() === '') return wrong('Say the headline: --title TEXT')
  if (verb === 'redirect' && target === undefined) return wrong('Say which article the address leads to.')
  const office = openOffice(CONTENT_INTERNAL, { service: 'content', publication, values }, environment, terminal)

  if (verb === 'redirect')
    return show(office, await office.client.leadTo({ body: { from: reference, to: target! } }), ({ from, path }) => [
      `${from} leads to ${path}.`,
    ])
  const found = await office.client.findArticle({ query: { reference } })
  if (!found.ok) return refuse(office, found)
  const { id } = found.data
  if (verb === 'show') return show(office, found, toLines)
  const change = { params: { id } }
  const said = (answer: Result<{ path: string }>, sentence: string) =>
    show(office, answer, ({ path }) => [`${id}  ${path} ${sentence}`])
  if (verb === 'withdraw')
    return said(
      await office.client.withdrawArticle({ ...change, body: { isForGood: values['for-good'] === true } }),
      'is withdrawn and answers 410.',
    )
  if (verb === 'restore') return said(await office.client.restoreArticle(change), 'is back.')
  return said(await office.client.correctTitle({ ...change, body: { title, correction } }), 'has its new headline.')
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

if (import.meta.main) await runProgram(runArticles)
