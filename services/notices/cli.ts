/**
 * `npm run notices`: what a publisher's office does with books of condolence and with notices that readers ordered. A
 * running portal is asked, because it writes to readers. Ends with 0 when it is done, 1 when the portal says no, 2 when the
 * command was wrong.
 */
import { NOTICES_INTERNAL, type ModeratedEntry, type NoticeOrder } from '@lokalteil/contracts/notices'
import { TEXT_STATES } from '@lokalteil/domain/community/moderation'
import type { ModerationAction, ModerationGround, TextState } from '@lokalteil/domain/community/moderation'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { PART_NAMES, toYears } from '@lokalteil/domain/notices/notices'
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

const USAGE = `Usage: npm run notices -- entries PUBLICATION [--state STATE] [--term WORDS]
       npm run notices -- approve PUBLICATION ENTRY…
       npm run notices -- remove PUBLICATION ENTRY --ground GROUND --facts TEXT
       npm run notices -- restore PUBLICATION ENTRY
       npm run notices -- reports PUBLICATION
       npm run notices -- keep PUBLICATION ENTRY…
       npm run notices -- complaints PUBLICATION
       npm run notices -- uphold|reverse PUBLICATION STATEMENT --facts TEXT
       npm run notices -- figures PUBLICATION --from TIME --to TIME
       npm run notices -- requests PUBLICATION
       npm run notices -- grant|decline PUBLICATION RECEIPT
       npm run notices -- close|open PUBLICATION PERSON
       npm run notices -- orders PUBLICATION
       npm run notices -- portrait PUBLICATION PORTRAIT --file FILE
       npm run notices -- publish PUBLICATION NUMBER
       npm run notices -- reject PUBLICATION NUMBER --facts TEXT

Books of condolence: nothing is seen before "approve". "remove" takes an entry out and tells its writer why, "restore" brings
it back, "keep" leaves what was reported; whoever reported it is told. "reverse" brings back what a complaint is about. Notices that readers ordered: nothing is published before "publish"; "reject" gives the money back.

  --state STATE    ${TEXT_STATES.join(', ')} (default: pending)
  --term WORDS     in text, signature or name
${OFFICE_USAGE}
  --file FILE      where the portrait of an order is written, a JPEG
  --key KEY        its ingest key (default: NOTICES_SERVICE_KEY, INGEST_KEY or DATA_DIR/keys/ingest.key)
  --help`

type Values = OfficeValues & { state?: string; term?: string }
type Verb = OfficeVerb<typeof NOTICES_INTERNAL, Values>

const VERBS: Readonly<Record<string, Verb>> = {
  async entries(office, _ids, { state = 'pending', term, page }) {
    const query = { state: state as TextState, term, page: Number(page ?? 1) }
    return show(office, await office.client.listEntries({ query }), ({ entries, total }) => [
      ...entries.map(toEntryText),
      `${total} ${state}`,
    ])
  },
  approve: decide('approve'),
  restore: decide('restore'),
  remove: decide('remove'),
  keep: decide('keep'),
  ...CASE_VERBS,
  async requests(office, _ids, { page }) {
    return show(
      office,
      await office.client.listRequests({ query: { page: Number(page ?? 1) } }),
      ({ requests, total }) => [
        ...requests.map(
          ({ id, at, outcome, wish, person, name, relation, contact }) =>
            `${id}  ${at}  ${outcome ?? 'waits'}  ${wish} the book of ${person.name} (${person.id})\n    ${name}, ${relation}; ${contact}`,
        ),
        `${total} requests`,
      ],
    )
  },
  grant: answerRequest('done'),
  decline: answerRequest('declined'),
  close: setBook(false),
  open: setBook(true),
  async orders(office, _ids, { page }) {
    return show(office, await office.client.listOrders({ query: { page: Number(page ?? 1) } }), ({ orders, total }) => [
      ...orders.map(toOrderText),
      `${total} orders`,
    ])
  },
  async portrait(office, [id = ''], { file }) {
    return savePicture(office, await office.client.getPortraitToDecide({ params: { id } }), file!)
  },
  publish: (office, ids) =>
    each(office, ids, (number) => office.client.decideOrder({ params: { number }, body: { outcome: 'published' } })),
  reject: (office, ids, { facts }) =>
    each(office, ids, (number) =>
      office.client.decideOrder({ params: { number }, body: { outcome: 'declined', facts: facts! } }),
    ),
}

function decide(action: ModerationAction): Verb {
  return (office, ids, { ground, facts = '', by }) =>
    each(office, ids, (entry) =>
      office.client.decideEntry({
        params: { entry },
        body: { action, ground: action === 'remove' ? (ground as ModerationGround) : null, facts, by },
      }),
    )
}

function answerRequest(outcome: 'done' | 'declined'): Verb {
  return (office, ids) =>
    each(office, ids, (request) => office.client.decideRequest({ params: { request }, body: { outcome } }))
}

function setBook(isOpen: boolean): Verb {
  return (office, ids) => each(office, ids, (person) => office.client.setBook({ params: { person }, body: { isOpen } }))
}

/** What readers wrote may hold anything but what moves a terminal's cursor: it was cleaned when it came in. */
function toEntryText({ id, kind, state, at, name, text, person, openReports }: ModeratedEntry): string {
  const reported = openReports === 0 ? '' : `  reported ${openReports}×`
  const body = text === '' ? '' : `\n${indent(text)}`
  return `${id}  ${at}  ${state}  ${kind}${reported}\n    for ${person.name} (${person.id})${body}\n    ${name}`
}

function toOrderText({ number, state, cents, draft, portrait, email, at, path }: NoticeOrder): string {
  const { person, set } = draft
  const words = PART_NAMES.flatMap((part) =>
    set[part] === '' ? [] : [`    ${part}: ${set[part].replaceAll('\n', ' / ')}`],
  )
  return [
    `${number}  ${at}  ${state}  ${formatPrice(cents)}  ${email}`,
    `    ${person.name} ${toYears(person)}, ${person.place}`,
    ...words,
    ...(portrait === null ? [] : [`    portrait: ${portrait.id}, ${portrait.width} × ${portrait.height}`]),
    ...(path === null ? [] : [`    ${path}`]),
  ].join('\n')
}

const COMMAND = {
  service: 'notices',
  calls: NOTICES_INTERNAL,
  usage: USAGE,
  options: { state: { type: 'string' }, term: { type: 'string' } },
  verbs: VERBS,
  lists: ['entries', 'reports', 'complaints', 'figures', 'requests', 'orders'],
  findFault: ({ state }: Values) =>
    state === undefined || TEXT_STATES.includes(state as TextState) ? null : `There is no state "${state}".`,
} as const

export function runNotices(args: readonly string[], environment: Environment, terminal: Terminal): Promise<0 | 1 | 2> {
  return runOffice(COMMAND, args, environment, terminal)
}

if (import.meta.main) await runProgram(runNotices)
