/** `npx lokalteil markets`: advertisements of homes and jobs that readers ordered, and listings that were reported. */
import { MARKETS_INTERNAL } from '../contract/markets.ts'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import type { ModerationAction } from '@lokalteil/domain/community/moderation'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import type { Call } from '@lokalteil/services/platform/commands/call'
import { defineNoun } from '@lokalteil/services/platform/commands/command'
import { each, savePicture, say } from '@lokalteil/services/platform/commands/reach'
import {
  CASE_OPTIONS,
  CASE_VERBS,
  CASE_WORDS,
  indent,
  toDecision,
  type Decided,
} from '@lokalteil/services/platform/moderation/case-verbs'

type Markets = Client<typeof MARKETS_INTERNAL>
type WaitingAd = AnswerOf<(typeof MARKETS_INTERNAL)['listAdsToDecide']>['ads'][number]

export const runMarkets = defineNoun({
  name: 'markets',
  more: 'Nothing that a reader ordered and paid is shown before "publish". Whoever published and reported a listing is told of a decision.',
  reach: { calls: MARKETS_INTERNAL, mount: '/__services/markets', key: 'ingest', variable: 'MARKETS_SERVICE_KEY' },
  words: { ...CASE_WORDS, AD: 'an id that "ads" prints', LISTING: 'an id that "reports" prints' },
  options: {
    ...CASE_OPTIONS,
    file: 'where the picture is written, a JPEG',
    term: 'words in messages and advertisements of readers',
  },
  verbs: {
    ads: {
      about: 'advertisements that are paid and wait, with all that readers would see',
      ask: (markets) => say(markets.listAdsToDecide({}), ({ ads }) => [...ads.map(toAdText), `${ads.length} waiting`]),
    },
    'picture PICTURE --file FILE': {
      about: 'writes a picture of an advertisement to a file',
      ask: (markets, { picture, file }, call) =>
        savePicture(call, markets.getPictureToDecide({ params: { id: picture } }), file),
    },
    'publish AD…': {
      about: 'puts advertisements on the air',
      ask: (markets, { ad }, call) =>
        each(call, ad, (id) => markets.decideAd({ params: { id }, body: { decision: 'publish' } })),
    },
    'reject AD… --facts TEXT': {
      about: 'gives the money back, and tells the reader why',
      ask: (markets, { ad, facts: reason }, call) =>
        each(call, ad, (id) => markets.decideAd({ params: { id }, body: { decision: 'reject', reason } })),
    },
    'texts [--term TEXT]': {
      about: 'what readers wrote: messages, advertisements',
      ask: (markets, { term = '' }) =>
        say(markets.findTexts({ body: { words: term } }), ({ texts }) => [
          ...texts.map(
            ({ kind, id, at, market, reader, listing, state, text }) =>
              `${kind} ${id}  ${at}  ${market}  ${state}  ${reader ?? 'guest'}${listing === null ? '' : `  listing ${listing}`}\n${indent(text)}`,
          ),
          `${texts.length} texts`,
        ]),
    },
    ...CASE_VERBS,
    'keep LISTING… [--by NAME]': { about: 'leaves what was reported', ask: decide('keep') },
    'restore LISTING… [--by NAME]': { about: 'brings a listing back', ask: decide('restore') },
    'remove LISTING… --ground GROUND --facts TEXT [--by NAME]': {
      about: 'takes a listing away, whatever its source delivers',
      ask: decide('remove'),
    },
  },
})

function decide(action: ModerationAction) {
  return (markets: Markets, given: Decided & { listing: readonly string[] }, call: Call) =>
    each(call, given.listing, (id) =>
      markets.decideCase({ body: { target: { kind: 'listing', id }, decision: toDecision(given, call, action) } }),
    )
}

/** With all that readers will see of it. */
function toAdText({ id, market, text, pictures, package: bought, purchase, updated, reader }: WaitingAd): string {
  return [
    `${id}  ${updated}  ${market}  ${formatPrice(bought.cents)} for ${bought.days} days  ${purchase ?? ''}  ${reader}`,
    indent(`${text.title}\n${text.provider}\n${text.text}`),
    indent(JSON.stringify({ place: text.place, facts: text.facts })),
    ...pictures.map(({ id: picture, width, height, alt }) => `    picture: ${picture}, ${width} × ${height}, ${alt}`),
  ].join('\n')
}
