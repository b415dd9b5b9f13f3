/**
 * `npm run notices`: what a publisher's office does with books of condolence and with notices that readers ordered. A
 * running portal is asked, because it writes to readers. Ends with 0 when it is done, 1 when the portal says no, 2 when the
 * command was wrong.
 */
import { writeFile } from 'node:fs/promises'
import { createClient, type Client, type Result } from '@lokalteil/contracts/kernel/client'
import type { Case } from '@lokalteil/contracts/community/moderation'
import { NOTICES_INTERNAL, type ModeratedEntry, type NoticeOrder } from '@lokalteil/contracts/notices'
import { MODERATION_GROUND_KEYS, TEXT_STATES } from '@lokalteil/domain/community/moderation'
import type { ModerationAction, ModerationGround, TextState } from '@lokalteil/domain/community/moderation'
import { formatPrice } from '@lokalteil/domain/german'
import { PART_NAMES, toYears } from '@lokalteil/domain/notices/notices'
import { readKeptKey } from '../platform/kept-key.ts'
import {
  parseCommand,
  runProgram,
  toRefusalLine,
  type Environment,
  type Terminal,
} from '../platform/operator-command.ts'

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
  --ground GROUND  ${MODERATION_GROUND_KEYS.join(', ')}
  --facts TEXT     what the decision rests on; the writer or buyer reads it
  --by NAME        who decides, for the file (default: the user of this machine)
  --from TIME, --to TIME   2026-01-01T00:00:00Z: figures for the transparency report (Art. 15 and 24 DSA)
  --file FILE      where the portrait of an order is written, a JPEG
  --page N
  --url BASE       the running portal (default: http://127.0.0.1:PORT)
  --key KEY        its ingest key (default: NOTICES_SERVICE_KEY, INGEST_KEY or DATA_DIR/keys/ingest.key)
  --help`

const OPTIONS = {
  state: { type: 'string' },
  term: { type: 'string' },
  ground: { type: 'string' },
  facts: { type: 'string' },
  by: { type: 'string' },
  page: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  file: { type: 'string' },
} as const

type Office = { client: Client<typeof NOTICES_INTERNAL>; base: string; terminal: Terminal }
type Values = Partial<Record<keyof typeof OPTIONS, string>>
type Failure = Exclude<Result<unknown>, { ok: true }>

export async function runNotices(
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  const parsed = parseCommand(args, OPTIONS, USAGE, terminal)
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  const [verb = '', publication = '', ...ids] = positionals
  if (!/^[a-z][a-z0-9]{1,15}$/.test(publication)) return wrong('Say which publication, by its code.')
  const fault = findFault(verb, ids, values)
  if (fault !== null) return wrong(fault)
  const portal = (values.url ?? `http://127.0.0.1:${environment.PORT || 3000}`).replace(/\/+$/, '')
  const base = `${portal}/__services/notices/${publication}`
  const key =
    values.key ??
    (environment.NOTICES_SERVICE_KEY ||
      environment.INGEST_KEY ||
      readKeptKey(environment.DATA_DIR || '.data', 'ingest'))
  const client = createClient(NOTICES_INTERNAL, {
    fetch: (request) => fetch(request),
    base,
    headers: { authorization: `Bearer ${key}` },
    timeout: 30_000,
  })
  const by = values.by ?? environment.USER ?? 'office'
  return VERBS[verb]!({ client, base, terminal }, ids, { ...values, by })
}

type Verb = (office: Office, ids: readonly string[], values: Values) => Promise<0 | 1>

const VERBS: Readonly<Record<string, Verb>> = {
  async entries(office, _ids, { state = 'pending', term, page }) {
    const query = { state: state as TextState, ...(term === undefined ? {} : { term }), page: Number(page ?? 1) }
    return show(office, await office.client.listEntries({ query }), ({ entries, total }) => [
      ...entries.map(toEntryText),
      `${total} ${state}`,
    ])
  },
  approve: decide('approve'),
  restore: decide('restore'),
  remove: decide('remove'),
  keep: decide('keep'),
  reports: listCases('reported'),
  complaints: listCases('complaints'),
  uphold: answerComplaint('upheld'),
  reverse: answerComplaint('reversed'),
  async figures(office, _ids, { from = '', to = '' }) {
    return show(office, await office.client.getTransparency({ body: { from, to } }), (figures) => [
      JSON.stringify(figures, null, 2),
    ])
  },
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
    const answer = await office.client.getPortraitToDecide({ params: { id } })
    if (answer.ok) await writeFile(file!, Buffer.from(answer.data.data, 'base64'))
    return show(office, answer, () => [`${file}  written`])
  },
  publish: (office, ids) =>
    each(office, ids, (number) => office.client.decideOrder({ params: { number }, body: { outcome: 'published' } })),
  reject: (office, ids, { facts }) =>
    each(office, ids, (number) =>
      office.client.decideOrder({ params: { number }, body: { outcome: 'declined', facts: facts! } }),
    ),
}

function findFault(
  verb: string,
  ids: readonly string[],
  { state, ground, facts, page, from, to, file }: Values,
): string | null {
  if (!Object.hasOwn(VERBS, verb)) return `There is no command "${verb}".`
  const lists = ['entries', 'reports', 'complaints', 'figures', 'requests', 'orders']
  if (!lists.includes(verb) && ids.length === 0) return 'Say which.'
  if (page !== undefined && !/^[1-9]\d{0,3}$/.test(page)) return '--page is a number'
  if (state !== undefined && !TEXT_STATES.includes(state as TextState)) return `There is no state "${state}".`
  if (verb === 'remove') {
    if (!MODERATION_GROUND_KEYS.includes(ground as ModerationGround))
      return `Say on which ground: --ground ${MODERATION_GROUND_KEYS.join('|')}`
    if (!facts) return 'Say what the decision rests on: --facts TEXT'
  }
  if (verb === 'portrait' && !file) return 'Say where it is to be written: --file FILE'
  if (verb === 'figures' && (!from || !to)) return 'Say of which time: --from TIME --to TIME'
  return ['reject', 'uphold', 'reverse'].includes(verb) && !facts ? 'Say why: --facts TEXT' : null
}

function decide(action: ModerationAction): Verb {
  return (office, ids, { ground, facts = '', by = 'office' }) =>
    each(office, ids, (entry) =>
      office.client.decideEntry({
        params: { entry },
        body: { action, ground: action === 'remove' ? (ground as ModerationGround) : null, facts, by },
      }),
    )
}

function listCases(list: 'reported' | 'complaints'): Verb {
  return async (office, _ids, { page }) =>
    show(office, await office.client.listCases({ body: { list, page: Number(page ?? 1) } }), ({ cases, total }) => [
      ...cases.map(toCaseText),
      `${total} ${list}`,
    ])
}

function answerComplaint(outcome: 'upheld' | 'reversed'): Verb {
  return (office, ids, { facts = '', by = 'office' }) =>
    each(office, ids, (statement) => office.client.answerComplaint({ body: { statement, outcome, answer: facts, by } }))
}

function answerRequest(outcome: 'done' | 'declined'): Verb {
  return (office, ids) =>
    each(office, ids, (request) => office.client.decideRequest({ params: { request }, body: { outcome } }))
}

function setBook(isOpen: boolean): Verb {
  return (office, ids) => each(office, ids, (person) => office.client.setBook({ params: { person }, body: { isOpen } }))
}

async function each(
  office: Office,
  ids: readonly string[],
  change: (id: string) => Promise<Result<unknown>>,
): Promise<0 | 1> {
  let code: 0 | 1 = 0
  for (const id of ids) {
    const answer = await change(id)
    if (answer.ok) office.terminal.out(`${id}  done\n`)
    else code = refuse(office, answer, `${id}  `)
  }
  return code
}

function show<T>(office: Office, answer: Result<T>, toLines: (data: T) => string[]): 0 | 1 {
  if (!answer.ok) return refuse(office, answer)
  for (const line of toLines(answer.data)) office.terminal.out(`${line}\n`)
  return 0
}

function refuse({ terminal, base }: Office, found: Failure, prefix = ''): 1 {
  terminal.err(
    found.status === 0 ? `Nothing answers at ${base}. Start the portal first.\n` : `${prefix}${toRefusalLine(found)}\n`,
  )
  return 1
}

/** What readers wrote may hold anything but what moves a terminal's cursor: it was cleaned when it came in. */
function toEntryText({ id, kind, state, at, name, text, person, openReports }: ModeratedEntry): string {
  const reported = openReports === 0 ? '' : `  reported ${openReports}×`
  const body = text === '' ? '' : `\n    ${text.replaceAll('\n', '\n    ')}`
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

function toCaseText({ target, state, place, by, text, reports, statements }: Case): string {
  const open = reports.filter(({ isOpen }) => isOpen)
  return [
    `${target.id}  ${state}\n    for ${place.title} (${place.path})\n${indent(text)}\n    ${by}`,
    ...open.map(
      ({ id, at, ground, email, explanation }) => `  ${id}  ${at}  ${ground}  ${email}\n${indent(explanation)}`,
    ),
    ...statements.map(
      ({ id, action, ground, complaint }) =>
        `  ${id}  ${action} ${ground ?? ''}${complaint === null ? '' : `  complaint ${complaint.outcome}\n${indent(complaint.text)}`}`,
    ),
  ].join('\n')
}

const indent = (text: string): string => `    ${text.replaceAll('\n', '\n    ')}`

if (import.meta.main) await runProgram(runNotices)
