/**
 * `npm run paywall -- PUBLICATION …`: shows and replaces the rules of the paywall, says what a reader would see and which
 * rule decides, makes a decision again for support, and keeps the libraries and schools that read for their visitors. A running portal is asked; without one the database directly.
 * Ends with 0 when all went well, 1 when the service refused or a replay said something else, 2 when the command was wrong.
 */
import { readFileSync } from 'node:fs'
import { createClient, type Client, type Result } from '@lokalteil/contracts/kernel/client'
import {
  InstitutionInput,
  PAYWALL_INTERNAL,
  PaywallRules,
  Simulation,
  type Institution,
  type LoggedDecision,
  type Simulated,
} from '@lokalteil/contracts/paywall'
import { replayDecision, toDecisionName, type DecisionRecord } from '@lokalteil/domain/access/access'
import { SEGMENTS } from '@lokalteil/domain/access/paywall-rules'
import { toCode } from '@lokalteil/domain/publication/publications'
import { parseCommand, runProgram, withService, type Environment, type Terminal } from '../platform/operator-command.ts'
import { createPaywallService } from './app.ts'

const USAGE = `Usage: npm run paywall -- PUBLICATION [COMMAND]

PUBLICATION is the code of one.

  rules                 the rules in force, as JSON (default)
  rules FILE            replaces them; a running portal answers by them within seconds
  see --article ID      what this reader would see, and the rule that decides
      --segment NAME    may be repeated: ${SEGMENTS.join(', ')}
      --device DEVICE   mobile or desktop (default)
      --section PATH    instead of the article's own
      --path PATH       of the page
      --referrer FROM   none (default), /path, host or address
      --link STATE      valid, invalid, expired or none (default)
      --at TIME         2026-12-24T18:00:00+01:00 (default: now)
      --read COUNT      free articles already read
      --sub ID, --anon NUMBER   a reader whose own reads count
      --rules FILE      tries these rules instead
  decisions [--sub ID] [--anon NUMBER] [--article ID]   the last decisions, newest first
  replay DECISION       makes a decision again from what was kept of it
  institutions          libraries and schools that read for their visitors
  institutions add ID   adds or replaces one
      --name NAME
      --range CIDR      192.0.2.0/24 or 2001:db8::/48, may be repeated
      --code CODE       for visitors elsewhere, at least 8 characters
  institutions remove ID
  institutions usage [--month 2026-11]   articles opened, by institution and month, as CSV

  --url BASE    the running portal (default: http://127.0.0.1:PORT)
  --key KEY     its key (default: PAYWALL_SERVICE_KEY or DATA_DIR/keys/paywall.key)
  --help`

type Internal = Client<typeof PAYWALL_INTERNAL>
type Code = 0 | 1 | 2
type Work = (service: Internal) => Promise<Code>

const OPTIONS = {
  article: { type: 'string' },
  segment: { type: 'string', multiple: true },
  device: { type: 'string' },
  section: { type: 'string' },
  path: { type: 'string' },
  referrer: { type: 'string' },
  link: { type: 'string' },
  at: { type: 'string' },
  read: { type: 'string' },
  sub: { type: 'string' },
  anon: { type: 'string' },
  rules: { type: 'string' },
  name: { type: 'string' },
  range: { type: 'string', multiple: true },
  code: { type: 'string' },
  month: { type: 'string' },
} as const

type Values = Partial<Record<Exclude<keyof typeof OPTIONS, 'segment' | 'range'>, string>> & {
  segment?: string[]
  range?: string[]
}
/** A command as it was written: `subject` and `id` are the words behind its name. */
type Wanted = { subject: string | undefined; id: string | undefined; values: Values; terminal: Terminal }

export async function runPaywall(args: readonly string[], environment: Environment, terminal: Terminal): Promise<Code> {
  const parsed = parseCommand(args, OPTIONS, USAGE, terminal)
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  const [code = '', command = 'rules', subject, ...rest] = positionals
  const mandator = toCode(code)
  if (mandator === null) return wrong(code === '' ? 'Which publication?' : `There is no publication "${code}".`)
  const [id] = command === 'institutions' ? rest.splice(0, 1) : []
  if (rest.length > 0) return wrong(`"${rest.join(' ')}" is too much.`)
  const toWork = Object.hasOwn(COMMANDS, command) ? COMMANDS[command]! : null
  if (toWork === null) return wrong(`There is no command "${command}".`)
  const work = toWork({ subject, id, values, terminal })
  if (typeof work === 'string') return wrong(work)

  const done = await withService(
    {
      environment,
      url: values.url,
      key: values.key,
      keeps: "a paywall's rules",
      keyName: 'paywall',
      mount: '/__services/paywall',
      path: `/${mandator}`,
      connect: (fetch, base, key): Internal =>
        createClient(PAYWALL_INTERNAL, { fetch, base, headers: { authorization: `Bearer ${key}` }, timeout: 10_000 }),
      probe: (service) => service.getRules({}),
      openOwn: (database, serviceKey, secret) =>
        createPaywallService({
          database,
          serviceKey,
          ...(secret === '' ? {} : { secret }),
          readerOf: async () => null,
          sectionOf: async () => null,
        }),
    },
    work,
  )
  return typeof done === 'string' ? wrong(done) : done
}

const COMMANDS: Readonly<Record<string, (wanted: Wanted) => Work | string>> = {
  rules({ subject, terminal }) {
    const rules = subject === undefined ? null : readRules(subject)
    return typeof rules === 'string' ? rules : (service) => showRules(service, rules, terminal)
  },
  see({ values, terminal }) {
    const asked = toSimulation(values)
    return typeof asked === 'string' ? asked : (service) => see(service, asked, terminal)
  },
  decisions({ values: { sub, anon: anonId, article: articleId }, terminal }) {
    return (service) => showDecisions(service, withoutUndefined({ sub, anonId, articleId }), terminal)
  },
  replay({ subject, terminal }) {
    return subject === undefined ? 'Which decision?' : (service) => replay(service, subject, terminal)
  },
  institutions: toInstitutionWork,
}

/** Whom to ask about, or what is wrong with the options. */
function toSimulation(values: Values): Simulation | string {
  const rules = values.rules === undefined ? undefined : readRules(values.rules)
  if (typeof rules === 'string') return rules
  const { article, segment, device, section, path, referrer, link, at, read, sub, anon } = values
  const asked = Simulation.safeParse(
    withoutUndefined({
      articleId: article,
      segments: segment?.flatMap((names) => names.split(',')),
      device,
      section,
      path,
      referrer,
      linkToken: link,
      at,
      readArticles: read === undefined ? undefined : Number(read),
      reader: sub !== undefined ? { sub } : anon === undefined ? undefined : { anonId: anon },
      rules,
    }),
  )
  return asked.success ? asked.data : toFaults(asked.error)
}

function toFaults({ issues }: { issues: readonly { path: readonly PropertyKey[]; message: string }[] }): string {
  return issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n')
}

async function showRules(service: Internal, rules: PaywallRules | null, terminal: Terminal): Promise<Code> {
  const found = rules === null ? await service.getRules({}) : await service.saveRules({ body: rules })
  if (!found.ok) return refuse(found, terminal)
  terminal.out(`${JSON.stringify(found.data.rules, null, 2)}\n`)
  return 0
}

async function see(service: Internal, asked: Simulation, terminal: Terminal): Promise<Code> {
  const found = await service.simulate({ body: asked })
  if (!found.ok) return refuse(found, terminal)
  terminal.out(`${toText(found.data)}\n`)
  return 0
}

function toText({ shown, ruleId, trace, sections }: Simulated): string {
  const lines = trace.map(
    (one) => `  ${one.failed === null ? '→' : ' '} ${one.ruleId}${one.failed === null ? '' : `: not by ${one.failed}`}`,
  )
  const what = shown === 'ok' ? 'The reader sees the text.' : `The reader sees the layer "${shown}".`
  const why =
    ruleId === null ? 'No rule decides; this is what stands under "otherwise".' : `The rule "${ruleId}" decides.`
  return [
    what,
    why,
    ...(sections.length === 0 ? [] : [`Sections: ${sections.join(', ')}`]),
    ...lines,
    'This is the word of the paywall service alone: subscriptions, purchases and gifts open an article before it is asked.',
  ].join('\n')
}

async function showDecisions(
  service: Internal,
  query: { sub?: string; anonId?: string; articleId?: string },
  terminal: Terminal,
): Promise<Code> {
  const found = await service.listDecisions({ query })
  if (!found.ok) return refuse(found, terminal)
  for (const one of found.data)
    terminal.out(
      `${one.at}  ${one.id}  article ${one.articleId}  ${toWho(one)}  ${toDecisionName(toRecord(one).decision)}\n`,
    )
  if (found.data.length === 0) terminal.out('No decision of the last 30 days.\n')
  return 0
}

async function replay(service: Internal, id: string, terminal: Terminal): Promise<Code> {
  const found = await service.getDecision({ params: { id } })
  if (!found.ok) return refuse(found, terminal)
  const record = toRecord(found.data)
  const { decision, isSame } = replayDecision(record)
  const { reader, paywall, linkToken, ...input } = record.input
  terminal.out(`${found.data.at}, article ${found.data.articleId}, ${toWho(found.data)}\n`)
  terminal.out(
    `Decided then: ${toDecisionName(record.decision)}\nDecided again: ${toDecisionName(decision)}${isSame ? '' : '   (the rules of the portal have changed since)'}\n`,
  )
  for (const [name, value] of Object.entries({ ...input, reader, linkToken, paywall }))
    terminal.out(`  ${name}: ${JSON.stringify(value)}\n`)
  return isSame ? 0 : 1
}

/** What is to be done, or what is wrong with the command. */
function toInstitutionWork({ subject: action = 'list', id, values, terminal }: Wanted): Work | string {
  switch (action) {
    case 'list':
      return (service) => showInstitutions(service, terminal)
    case 'usage':
      return (service) => showUsage(service, values.month, terminal)
    case 'remove':
      return id === undefined ? 'Which institution?' : (service) => removeInstitution(service, id, terminal)
    case 'add': {
      const input = InstitutionInput.safeParse({
        name: values.name,
        ranges: values.range?.flatMap((ranges) => ranges.split(',')) ?? [],
        code: values.code ?? null,
      })
      if (id === undefined || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))
        return 'Which institution? An id is small letters, digits and hyphens.'
      if (!input.success) return toFaults(input.error)
      return (service) => addInstitution(service, id, input.data, terminal)
    }
    default:
      return `There is no "institutions ${action}".`
  }
}

async function showInstitutions(service: Internal, terminal: Terminal): Promise<Code> {
  const found = await service.listInstitutions({})
  if (!found.ok) return refuse(found, terminal)
  for (const one of found.data) terminal.out(`${toLine(one)}\n`)
  if (found.data.length === 0) terminal.out('No institution reads here.\n')
  return 0
}

async function addInstitution(
  service: Internal,
  id: string,
  input: InstitutionInput,
  terminal: Terminal,
): Promise<Code> {
  const saved = await service.saveInstitution({ params: { id }, body: input })
  if (!saved.ok) return refuse(saved, terminal)
  terminal.out(`${toLine(saved.data)}\n`)
  return 0
}

async function removeInstitution(service: Internal, id: string, terminal: Terminal): Promise<Code> {
  const removed = await service.removeInstitution({ params: { id } })
  if (!removed.ok) return refuse(removed, terminal)
  terminal.out(`${id} reads here no longer.\n`)
  return 0
}

async function showUsage(service: Internal, month: string | undefined, terminal: Terminal): Promise<Code> {
  const found = await service.listInstitutionUsage({ query: withoutUndefined({ month }) })
  if (!found.ok) return refuse(found, terminal)
  const lines = found.data.map((one) => [one.month, one.institutionId, one.name, one.reads, one.articles])
  terminal.out(
    [['month', 'institution', 'name', 'reads', 'articles'], ...lines]
      .map((cells) => `${cells.map(toCell).join(';')}\r\n`)
      .join(''),
  )
  return 0
}

/** A name that begins like a formula is none to a spreadsheet. */
function toCell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t]/.test(value) ? `'${value}` : String(value)
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function toLine({ id, name, ranges, hasCode }: Institution): string {
  return `${id}  ${name}  ${ranges.join(', ') || 'no addresses'}${hasCode ? '  with a code' : ''}`
}

/** Entries are written by the portal from the domain's own types. */
function toRecord({ record }: LoggedDecision): DecisionRecord {
  return record as unknown as DecisionRecord
}

function toWho({ sub, anonId }: LoggedDecision): string {
  return sub === null ? (anonId === null ? 'nobody known' : `anonymous ${anonId}`) : `reader ${sub}`
}

function refuse(result: Extract<Result<unknown>, { ok: false }>, terminal: Terminal): 1 {
  const reasons = Object.entries(result.problem.fields ?? {}).map(
    ([path, fault]) => `  ${path.replace(/^body\./, '')}: ${fault}`,
  )
  terminal.err(`${[`${result.status} ${result.problem.code}: ${result.problem.title}`, ...reasons].join('\n')}\n`)
  return 1
}

/** The rules of a file, or what is wrong with them. */
function readRules(file: string): PaywallRules | string {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
  const rules = PaywallRules.safeParse(value)
  return rules.success
    ? rules.data
    : [
        `${file} holds no rules:`,
        ...rules.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`),
      ].join('\n')
}

function withoutUndefined<T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never
}

if (import.meta.main) await runProgram(runPaywall)
