/** `npx lokalteil notices`: books of condolence, and notices that readers ordered. */
import { OBITUARIES_INTERNAL, type ModeratedEntry, type ObituaryOrder } from '../contract/obituaries.ts'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { TEXT_STATES } from '@lokalteil/domain/community/moderation'
import type { ModerationAction } from '@lokalteil/domain/community/moderation'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { PART_NAMES, toYears } from '../domain/obituaries.ts'
import type { Call } from '@lokalteil/services/platform/commands/call'
import { defineNoun } from '@lokalteil/services/platform/commands/command'
import { each, savePicture, say } from '@lokalteil/services/platform/commands/reach'
import {
  CASE_OPTIONS,
  CASE_VERBS,
  CASE_WORDS,
  indent,
  toDecision,
  toPage,
  type Decided,
} from '@lokalteil/services/platform/moderation/case-verbs'

type Obituaries = Client<typeof OBITUARIES_INTERNAL>

const toState = (text: string) => TEXT_STATES.find((state) => state === text)

export const runObituaries = defineNoun({
  name: 'notices',
  more: 'No entry of a book is seen before "approve", no ordered notice before "publish". Writers and reporters are told of a decision.',
  reach: { calls: OBITUARIES_INTERNAL, mount: '/__services/notices', key: 'ingest', variable: 'NOTICES_SERVICE_KEY' },
  words: {
    ...CASE_WORDS,
    ENTRY: 'an id that "entries" or "reports" prints',
    RECEIPT: 'an id that "requests" prints',
    PERSON: 'the person of a book, in brackets in the lists',
    NUMBER: 'the number of an order, like A-2026-ABCD-EFGH',
    STATE: { is: TEXT_STATES.join(', '), fits: (text) => toState(text) !== undefined },
  },
  options: {
    ...CASE_OPTIONS,
    state: 'of the entries (default: pending)',
    term: 'words in text, signature or name',
    file: 'where the portrait is written, a JPEG',
  },
  verbs: {
    'entries [--state STATE] [--term TEXT] [--page N]': {
      about: 'entries of books of condolence that wait',
      ask: (notices, { state: named = 'pending', term, page }) => {
        const state = toState(named)!
        return say(notices.listEntries({ query: { state, term, page: toPage(page) } }), ({ entries, total }) => [
          ...entries.map(toEntryText),
          `${total} ${state}`,
        ])
      },
    },
    'approve ENTRY… [--by NAME]': { about: 'lets entries in', ask: decide('approve') },
    'remove ENTRY… --ground GROUND --facts TEXT [--by NAME]': {
      about: 'takes an entry out, and tells its writer why',
      ask: decide('remove'),
    },
    'restore ENTRY… [--by NAME]': { about: 'brings an entry back', ask: decide('restore') },
    'keep ENTRY… [--by NAME]': { about: 'leaves what was reported', ask: decide('keep') },
    ...CASE_VERBS,
    'requests [--page N]': {
      about: 'wishes of families',
      ask: (notices, { page }) =>
        say(notices.listRequests({ query: { page: toPage(page) } }), ({ requests, total }) => [
          ...requests.map(
            ({ id, at, outcome, wish, person, name, relation, contact }) =>
              `${id}  ${at}  ${outcome ?? 'waits'}  ${wish} the book of ${person.name} (${person.id})\n    ${name}, ${relation}; ${contact}`,
          ),
          `${total} requests`,
        ]),
    },
    'grant RECEIPT…': { about: 'does what a family wishes', ask: answerRequest('done') },
    'decline RECEIPT…': { about: 'does not', ask: answerRequest('declined') },
    'close PERSON…': { about: 'closes a book', ask: setBook(false) },
    'open PERSON…': { about: 'opens a book', ask: setBook(true) },
    'orders [--page N]': {
      about: 'notices that readers ordered and paid',
      ask: (notices, { page }) =>
        say(notices.listOrders({ query: { page: toPage(page) } }), ({ orders, total }) => [
          ...orders.map(toOrderText),
          `${total} orders`,
        ]),
    },
    'portrait PORTRAIT --file FILE': {
      about: 'writes the portrait of an order to a file',
      ask: (notices, { portrait, file }, call) =>
        savePicture(call, notices.getPortraitToDecide({ params: { id: portrait } }), file),
    },
    'publish NUMBER…': {
      about: 'publishes ordered notices',
      ask: (notices, given, call) =>
        each(call, given.number, (number) =>
          notices.decideOrder({ params: { number }, body: { outcome: 'published' } }),
        ),
    },
    'reject NUMBER… --facts TEXT': {
      about: 'gives the money back, and tells the reader why',
      ask: (notices, { number: numbers, facts }, call) =>
        each(call, numbers, (number) =>
          notices.decideOrder({ params: { number }, body: { outcome: 'declined', facts } }),
        ),
    },
  },
})

function decide(action: ModerationAction) {
  return (notices: Obituaries, given: Decided & { entry: readonly string[] }, call: Call) =>
    each(call, given.entry, (entry) =>
      notices.decideEntry({ params: { entry }, body: toDecision(given, call, action) }),
    )
}

function answerRequest(outcome: 'done' | 'declined') {
  return (notices: Obituaries, { receipt }: { receipt: readonly string[] }, call: Call) =>
    each(call, receipt, (request) => notices.decideRequest({ params: { request }, body: { outcome } }))
}

function setBook(isOpen: boolean) {
  return (notices: Obituaries, given: { person: readonly string[] }, call: Call) =>
    each(call, given.person, (person) => notices.setBook({ params: { person }, body: { isOpen } }))
}

/** Safe to print: control characters, which could move the cursor, were removed when the text came in. */
function toEntryText({ id, kind, state, at, name, text, person, openReports }: ModeratedEntry): string {
  const reported = openReports === 0 ? '' : `  reported ${openReports}×`
  const body = text === '' ? '' : `\n${indent(text)}`
  return `${id}  ${at}  ${state}  ${kind}${reported}\n    for ${person.name} (${person.id})${body}\n    ${name}`
}

function toOrderText({ number, state, cents, draft, portrait, email, at, path }: ObituaryOrder): string {
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
