/**
 * `npm run markets`: what a publisher's office does with advertisements of homes and jobs that readers ordered, and with
 * listings that were reported. A running portal is asked, because it writes to readers. Ends with 0 when it is done, 1 when
 * the portal says no, 2 when the command was wrong.
 */
import { MARKETS_INTERNAL } from '@lokalteil/contracts/markets'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import type { ModerationAction, ModerationGround } from '@lokalteil/domain/community/moderation'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import {
  CASE_VERBS,
  each,
  indent,
  OFFICE_USAGE,
  runOffice,
  savePicture,
  show,
  type OfficeValues,
  type Verb as OfficeVerb,
} from '../platform/office-command.ts'
import { runProgram, type Environment, type Terminal } from '../platform/operator-command.ts'

const USAGE = `Usage: npm run markets -- ads PUBLICATION
       npm run markets -- picture PUBLICATION PICTURE --file FILE
       npm run markets -- publish PUBLICATION AD…
       npm run markets -- reject PUBLICATION AD… --facts TEXT
       npm run markets -- texts PUBLICATION [--term WORDS]
       npm run markets -- reports PUBLICATION
       npm run markets -- keep|restore PUBLICATION LISTING…
       npm run markets -- remove PUBLICATION LISTING… --ground GROUND --facts TEXT
       npm run markets -- complaints PUBLICATION
       npm run markets -- uphold|reverse PUBLICATION STATEMENT --facts TEXT
       npm run markets -- figures PUBLICATION --from TIME --to TIME

Advertisements that readers ordered and paid: nothing is shown before "publish"; "reject" gives the money back, and its reader
is told why. "remove" takes a listing away, whatever its source delivers; "restore" brings it back, "keep" leaves what was
reported; whoever published and reported it is told. "reverse" brings back what a complaint is about.

  --term WORDS     in messages and advertisements of readers
  --file FILE      where a picture of an advertisement is written, a JPEG
${OFFICE_USAGE}
  --key KEY        its ingest key (default: MARKETS_SERVICE_KEY, INGEST_KEY or DATA_DIR/keys/ingest.key)
  --help`

type Values = OfficeValues & { term?: string }
type Verb = OfficeVerb<typeof MARKETS_INTERNAL, Values>
type WaitingAd = AnswerOf<(typeof MARKETS_INTERNAL)['listAdsToDecide']>['ads'][number]

const VERBS: Readonly<Record<string, Verb>> = {
  async ads(office) {
    return show(office, await office.client.listAdsToDecide({}), ({ ads }) => [
      ...ads.map(toAdText),
      `${ads.length} waiting`,
    ])
  },
  async picture(office, [id = ''], { file }) {
    return savePicture(office, await office.client.getPictureToDecide({ params: { id } }), file!)
  },
  publish: (office, ids) =>
    each(office, ids, (id) => office.client.decideAd({ params: { id }, body: { decision: 'publish' } })),
  reject: (office, ids, { facts }) =>
    each(office, ids, (id) => office.client.decideAd({ params: { id }, body: { decision: 'reject', reason: facts! } })),
  async texts(office, _ids, { term = '' }) {
    return show(office, await office.client.findTexts({ body: { words: term } }), ({ texts }) => [
      ...texts.map(
        ({ kind, id, at, market, reader, listing, state, text }) =>
          `${kind} ${id}  ${at}  ${market}  ${state}  ${reader ?? 'guest'}${listing === null ? '' : `  listing ${listing}`}\n${indent(text)}`,
      ),
      `${texts.length} texts`,
    ])
  },
  ...CASE_VERBS,
  keep: decide('keep'),
  remove: decide('remove'),
  restore: decide('restore'),
}

function decide(action: ModerationAction): Verb {
  return (office, ids, { ground, facts = '', by }) =>
    each(office, ids, (id) =>
      office.client.decideCase({
        body: {
          target: { kind: 'listing', id },
          decision: { action, ground: action === 'remove' ? (ground as ModerationGround) : null, facts, by },
        },
      }),
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

const COMMAND = {
  service: 'markets',
  calls: MARKETS_INTERNAL,
  usage: USAGE,
  options: { term: { type: 'string' } },
  verbs: VERBS,
  lists: ['ads', 'texts', 'reports', 'complaints', 'figures'],
} as const

export function runMarkets(args: readonly string[], environment: Environment, terminal: Terminal): Promise<0 | 1 | 2> {
  return runOffice(COMMAND, args, environment, terminal)
}

if (import.meta.main) await runProgram(runMarkets)
