/**
 * Shared by the office's commands that decide what readers see. They ask the running portal, which also sends the
 * mails; print a line for each id; and handle reported cases and complaints (DSA Art. 16 and 20).
 */
import { writeFile } from 'node:fs/promises'
import type { ParseArgsOptionsConfig } from 'node:util'
import { createClient, type Client, type Result } from '@lokalteil/contracts/kernel/client'
import type { Contract } from '@lokalteil/contracts/kernel/endpoint'
import type { Case, CASE_OFFICE } from '@lokalteil/contracts/community/moderation'
import { MODERATION_GROUND_KEYS, type ModerationGround } from '@lokalteil/domain/community/moderation'
import { CODE } from '@lokalteil/domain/publication/publications'
import { readKeptKey } from './kept-key.ts'
import { parseCommand, refuse, type Environment, type Terminal } from './operator-command.ts'

export type Office<Calls extends Contract> = { client: Client<Calls>; base: string; key: string; terminal: Terminal }

const OFFICE_OPTIONS = {
  ground: { type: 'string' },
  facts: { type: 'string' },
  by: { type: 'string' },
  page: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  file: { type: 'string' },
} as const
export type OfficeValues = Partial<Record<keyof typeof OFFICE_OPTIONS | 'url' | 'key', string>>

/** The end of each usage text. */
export const OFFICE_USAGE = `  --ground GROUND  ${MODERATION_GROUND_KEYS.join(', ')}
  --facts TEXT     what the decision rests on; whom it meets reads it
  --by NAME        who decides, for the file (default: the user of this machine)
  --from TIME, --to TIME   2026-01-01T00:00:00Z: figures for the transparency report (Art. 15 and 24 DSA)
  --page N
  --url BASE       the running portal (default: http://127.0.0.1:PORT)`

/** Returns the exit code: 0 done, 1 the portal refused. */
export type Verb<Calls extends Contract, Values extends OfficeValues = OfficeValues> = (
  office: Office<Calls>,
  ids: readonly string[],
  values: Values & { by: string },
) => Promise<0 | 1>

export type OfficeCommand<Calls extends Contract, Values extends OfficeValues> = {
  /** Name of the service in the path below `/__services` and, in capitals, in the variable of its key. */
  service: string
  calls: Calls
  usage: string
  /** Options beside the common ones. */
  options: ParseArgsOptionsConfig
  verbs: Readonly<Record<string, Verb<Calls, Values>>>
  /** Verbs that need no id. */
  lists: readonly string[]
  /** Checks the command's own options; null: they are right. */
  findFault?: (values: Values) => string | null
}

/** Runs `VERB PUBLICATION ID…`. Exit code 2: the command was wrong, and the portal was not asked. */
export async function runOffice<Calls extends Contract, Values extends OfficeValues>(
  { service, calls, usage, options, verbs, lists, findFault }: OfficeCommand<Calls, Values>,
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  const parsed = parseCommand(args, { ...OFFICE_OPTIONS, ...options }, usage, terminal)
  if (typeof parsed === 'number') return parsed
  const { positionals, wrong } = parsed
  const values = parsed.values as Values
  const [verb = '', publication = '', ...ids] = positionals
  if (!CODE.test(publication)) return wrong(WHICH_PUBLICATION)
  if (!Object.hasOwn(verbs, verb)) return wrong(`There is no command "${verb}".`)
  const fault = findFault?.(values) ?? findOfficeFault(verb, ids, values, lists)
  if (fault !== null) return wrong(fault)
  const office = openOffice(calls, { service, publication, values }, environment, terminal)
  return verbs[verb]!(office, ids, { ...values, by: values.by ?? environment.USER ?? 'office' })
}

export const WHICH_PUBLICATION = 'Say which publication, by its code.'

/** A client for a running portal. `service` as in `OfficeCommand`. */
export function openOffice<Calls extends Contract>(
  calls: Calls,
  { service, publication, values }: { service: string; publication: string; values: { url?: string; key?: string } },
  environment: Environment,
  terminal: Terminal,
): Office<Calls> {
  const portal = (values.url ?? `http://127.0.0.1:${environment.PORT || 3000}`).replace(/\/+$/, '')
  const base = `${portal}/__services/${service}/${publication}`
  const own = environment[`${service.toUpperCase()}_SERVICE_KEY`] || environment.INGEST_KEY
  const key = values.key ?? (own || readKeptKey(environment.DATA_DIR || '.data', 'ingest'))
  const headers = { authorization: `Bearer ${key}` }
  const client = createClient(calls, { fetch: (request) => fetch(request), base, headers, timeout: 30_000 })
  return { client, base, key, terminal }
}

/** The mistake in the command line; null: none. `lists`: verbs that need no id. */
function findOfficeFault(
  verb: string,
  ids: readonly string[],
  { ground, facts, page, from, to, file }: OfficeValues,
  lists: readonly string[],
): string | null {
  if (!lists.includes(verb) && ids.length === 0) return 'Say which.'
  if (page !== undefined && !/^[1-9]\d{0,3}$/.test(page)) return '--page is a number'
  if (verb === 'remove') {
    if (!MODERATION_GROUND_KEYS.includes(ground as ModerationGround))
      return `Say on which ground: --ground ${MODERATION_GROUND_KEYS.join('|')}`
    if (!facts) return 'Say what the decision rests on: --facts TEXT'
  }
  if (['picture', 'portrait'].includes(verb) && !file) return 'Say where it is to be written: --file FILE'
  if (verb === 'figures' && (!from || !to)) return 'Say of which time: --from TIME --to TIME'
  return ['reject', 'uphold', 'reverse'].includes(verb) && !facts ? 'Say why: --facts TEXT' : null
}

/** Runs `change` for every id, also after one that was refused. */
export async function each(
  office: Pick<Office<Contract>, 'base' | 'terminal'>,
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

/** Writes the picture under review to a file. */
export async function savePicture(
  office: Pick<Office<Contract>, 'base' | 'terminal'>,
  answer: Result<{ data: string }>,
  file: string,
): Promise<0 | 1> {
  if (answer.ok) await writeFile(file, Buffer.from(answer.data.data, 'base64'))
  return show(office, answer, () => [`${file}  written`])
}

export function show<T>(
  office: Pick<Office<Contract>, 'base' | 'terminal'>,
  answer: Result<T>,
  toLines: (data: T) => string[],
): 0 | 1 {
  if (!answer.ok) return refuse(office, answer)
  for (const line of toLines(answer.data)) office.terminal.out(`${line}\n`)
  return 0
}

/** Verbs of every room with cases. */
export const CASE_VERBS = {
  reports: listCases('reported'),
  complaints: listCases('complaints'),
  uphold: answerComplaint('upheld'),
  reverse: answerComplaint('reversed'),
  figures: async (office, _ids, { from = '', to = '' }) =>
    show(office, await office.client.getTransparency({ body: { from, to } }), (figures) => [
      JSON.stringify(figures, null, 2),
    ]),
} satisfies Record<string, Verb<typeof CASE_OFFICE>>

function listCases(list: 'reported' | 'complaints'): Verb<typeof CASE_OFFICE> {
  return async (office, _ids, { page }) =>
    show(office, await office.client.listCases({ body: { list, page: Number(page ?? 1) } }), ({ cases, total }) => [
      ...cases.map(toCaseText),
      `${total} ${list}`,
    ])
}

function answerComplaint(outcome: 'upheld' | 'reversed'): Verb<typeof CASE_OFFICE> {
  return (office, ids, { facts = '', by }) =>
    each(office, ids, (statement) => office.client.answerComplaint({ body: { statement, outcome, answer: facts, by } }))
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
