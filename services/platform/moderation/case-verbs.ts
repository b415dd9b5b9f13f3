/** Verbs of every noun whose service keeps reported cases and complaints (Art. 16 and 20 of the Digital Services Act). */
import type { Case, CASE_OFFICE, DecisionInput } from '@lokalteil/contracts/community/moderation'
import type { Client } from '@lokalteil/contracts/kernel/client'
import {
  MODERATION_GROUND_KEYS,
  type ModerationAction,
  type ModerationGround,
} from '@lokalteil/domain/community/moderation'
import type { Call } from '../commands/call.ts'
import { each, say } from '../commands/reach.ts'

const toGround = (text: string | undefined): ModerationGround | null =>
  MODERATION_GROUND_KEYS.find((ground) => ground === text) ?? null

export const CASE_WORDS = {
  GROUND: { is: MODERATION_GROUND_KEYS.join(', '), fits: (text: string) => toGround(text) !== null },
  STATEMENT: 'the id of a decision that somebody complained about',
} as const
export const CASE_OPTIONS = {
  facts: 'what the decision rests on; whom it meets reads it',
  by: 'who decides, for the file (default: the user of this machine)',
  from: 'with --to: the time of which the figures are',
  page: 'of the list',
} as const

export type Decided = { ground?: string; facts?: string; by?: string }
type Office = Client<typeof CASE_OFFICE>

export const toPage = (page = '1'): number => Number(page)
const toDecider = (by: string | undefined, { environment }: Call): string => by ?? environment.USER ?? 'office'

export function toDecision({ ground, facts = '', by }: Decided, call: Call, action: ModerationAction): DecisionInput {
  return { action, ground: action === 'remove' ? toGround(ground) : null, facts, by: toDecider(by, call) }
}

/** Complaints and figures. */
export const COMPLAINT_VERBS = {
  'uphold STATEMENT… --facts TEXT [--by NAME]': {
    about: 'answers a complaint: the decision stands',
    ask: answerComplaint('upheld'),
  },
  'reverse STATEMENT… --facts TEXT [--by NAME]': {
    about: 'answers a complaint: what it is about is brought back',
    ask: answerComplaint('reversed'),
  },
  'figures --from TIME --to TIME': {
    about: 'figures for the transparency report (Art. 15 and 24 DSA)',
    ask: (office: Pick<Office, 'getTransparency'>, body: { from: string; to: string }) =>
      say(office.getTransparency({ body }), (figures) => JSON.stringify(figures, null, 2)),
  },
}

/** The same with the lists, where a service has none of its own. */
export const CASE_VERBS = {
  'reports [--page N]': { about: 'what was reported, the longest waiting first', ask: listCases('reported') },
  'complaints [--page N]': { about: 'complaints without an answer', ask: listCases('complaints') },
  ...COMPLAINT_VERBS,
}

function listCases(list: 'reported' | 'complaints') {
  return (office: Pick<Office, 'listCases'>, { page }: { page?: string }) =>
    say(office.listCases({ body: { list, page: toPage(page) } }), ({ cases, total }) => [
      ...cases.map(toCaseText),
      `${total} ${list}`,
    ])
}

function answerComplaint(outcome: 'upheld' | 'reversed') {
  return (
    office: Pick<Office, 'answerComplaint'>,
    { statement: ids, facts: answer, by }: { statement: readonly string[]; facts: string; by?: string },
    call: Call,
  ) =>
    each(call, ids, (statement) =>
      office.answerComplaint({ body: { statement, outcome, answer, by: toDecider(by, call) } }),
    )
}

/** Safe to print: control characters, which could move the cursor, were removed when the text came in. */
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

export const indent = (text: string): string => `    ${text.replaceAll('\n', '\n    ')}`
