/**
 * `npm run customers -- find|show|cancel|keep|address|end-seat|import PUBLICATION …`: what the reader service does for somebody on
 * the telephone, and a table of subscribers of the system before. Asks a running portal with its service key; without one the database directly. What ends or changes a contract
 * writes the reader the same letter as the reader's own account does. Ends with 0 when it was done, 1 when it was refused,
 * 2 when the command was wrong.
 */
import type { ContractView } from '@lokalteil/contracts/commerce/billing'
import type { BuyerCorrection, CustomerEntry } from '@lokalteil/contracts/commerce'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { ORDER_COUNTRIES } from '@lokalteil/domain/commerce/orders'
import { toCode } from '@lokalteil/domain/publication/publications'
import {
  parseCommand,
  refuse,
  runProgram,
  type Environment,
  type Failed,
  type Terminal,
} from '../../platform/operator-command.ts'
import { importSubscribers } from '../imports/import-subscribers.ts'
import { withPlatform, type Platform } from '../cli-platform.ts'

const USAGE = `Usage: npm run customers -- find PUBLICATION WORDS
       npm run customers -- show PUBLICATION CUSTOMER
       npm run customers -- cancel PUBLICATION CUSTOMER CONTRACT --on 2026-12-31
       npm run customers -- keep PUBLICATION CUSTOMER CONTRACT
       npm run customers -- address PUBLICATION CUSTOMER [--first-name …] [--last-name …] [--company …]
                            [--street …] [--postcode …] [--city …] [--country DE] [--email …]
       npm run customers -- end-seat PUBLICATION CUSTOMER SEAT
       npm run customers -- import PUBLICATION FILE.csv [--dry-run] [--report FILE.csv] [--invite]

PUBLICATION is the code of one. WORDS is a number (of the customer, an order, a contract, an invoice, a refund, a declaration,
the printed paper, a system before), or a part of a name, company or e-mail address of at least three letters; CUSTOMER a
customer number of nine digits, CONTRACT and SEAT an id that 'show' prints. All of it works as well when the reader's account
is erased: contracts, refunds and papers stay under the number. 'cancel' ends a contract on the day that 'show' names as its
earliest end, 'keep' takes a cancellation back; either writes to the reader. 'address' is for the invoices and letters to
come; invoices that were issued stay. 'end-seat' takes a household seat back.
'import' brings subscribers of another system along: accounts without passwords and running contracts (docs/moving-in.md);
run again it changes nothing that is in. With --dry-run nothing is written, with --invite readers without a password get a
mail to set one, with --report each line's fate is a line of a table.

  --url BASE    the running portal (default: http://127.0.0.1:PORT)
  --key KEY     its key (default: SUBSCRIPTION_SERVICE_KEY or DATA_DIR/keys/subscription.key)
  --help`

const FIELDS = {
  'first-name': 'firstName',
  'last-name': 'lastName',
  company: 'company',
  street: 'street',
  postcode: 'postcode',
  city: 'city',
  country: 'country',
  email: 'email',
} as const
const TEXT = { type: 'string' } as const
const OPTIONS = {
  on: TEXT,
  report: TEXT,
  'dry-run': { type: 'boolean' },
  invite: { type: 'boolean' },
  'first-name': TEXT,
  'last-name': TEXT,
  company: TEXT,
  street: TEXT,
  postcode: TEXT,
  city: TEXT,
  country: TEXT,
  email: TEXT,
} as const

type Task =
  | { verb: 'find'; words: string }
  | { verb: 'show'; customer: string }
  | { verb: 'cancel'; customer: string; id: string; on: string }
  | { verb: 'keep'; customer: string; id: string }
  | { verb: 'end-seat'; customer: string; id: string }
  | { verb: 'address'; customer: string; correction: BuyerCorrection }

export async function runCustomers(
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  const parsed = parseCommand(args, OPTIONS, USAGE, terminal)
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  const [verb = '', code = '', ...rest] = positionals
  if (verb === '') return wrong('What is to be done?')
  const mandator = toCode(code)
  if (mandator === null) return wrong(code === '' ? 'Which publication?' : `There is no publication "${code}".`)
  const { url, key } = values
  if (verb === 'import') {
    const [file = ''] = rest
    if (rest.length !== 1)
      return wrong(file === '' ? 'Which file? A table like subscribers.csv.' : 'One file at a time.')
    const { report, 'dry-run': isDryRun = false, invite: isInviting = false } = values
    const brought = await importSubscribers(
      { mandator, environment, url, key },
      { file, report, isDryRun, isInviting },
      terminal,
    )
    return typeof brought === 'string' ? wrong(brought) : brought
  }
  const task = toTask(verb, rest, values)
  if (typeof task === 'string') return wrong(task)
  const done = await withPlatform(
    {
      mandator,
      environment,
      url,
      key,
      keeps: 'customers',
      isPortalNeeded: task.verb === 'cancel' || task.verb === 'keep',
    },
    (platform) => platform.checkLedger({}),
    (platform) => run(platform, task, terminal),
  )
  return typeof done === 'string' ? wrong(done) : done
}

function toTask(
  verb: string,
  rest: readonly string[],
  values: Partial<Record<'on' | keyof typeof FIELDS, string>>,
): Task | string {
  const [customer = '', id = ''] = rest
  if (verb === 'find') {
    const words = rest.join(' ').trim()
    return words.length < 3 ? 'Who? At least three letters, or a number.' : { verb, words }
  }
  if (!['show', 'cancel', 'keep', 'address', 'end-seat'].includes(verb)) return `There is no "${verb}".`
  if (!/^\d{9}$/.test(customer)) return 'Which customer? A number of nine digits; "find" finds it.'
  if (verb === 'show') return { verb, customer }
  if (verb === 'address') {
    const given = Object.entries(FIELDS).flatMap(([option, field]) => {
      const value = values[option as keyof typeof FIELDS]
      return value === undefined ? [] : [[field, value] as const]
    })
    if (given.length === 0) return 'What is to be corrected? Give --street and what else has changed.'
    const country = values.country
    if (country !== undefined && !(ORDER_COUNTRIES as readonly string[]).includes(country))
      return `--country is one of ${ORDER_COUNTRIES.join(', ')}.`
    return { verb, customer, correction: Object.fromEntries(given) }
  }
  if (id === '') return `Which ${verb === 'end-seat' ? 'seat' : 'contract'}? An id that "show" prints.`
  if (verb === 'end-seat') return { verb, customer, id }
  if (verb === 'keep') return { verb, customer, id }
  const on = values.on ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(on)
    ? { verb: 'cancel', customer, id, on }
    : 'When does it end? --on is a day like 2026-12-31.'
}

async function run(platform: Platform, task: Task, terminal: Terminal): Promise<0 | 1> {
  if (task.verb === 'find') {
    const found = await platform.findCustomers({ query: { q: task.words } })
    if (!found.ok) return refuse({ terminal }, found)
    for (const entry of found.data) terminal.out(`${toLine(entry)}\n`)
    terminal.out(`${found.data.length} customers\n`)
    return 0
  }
  if (task.verb === 'address') {
    const corrected = await platform.correctBuyer({ params: { customerId: task.customer }, body: task.correction })
    if (!corrected.ok) return refuse({ terminal }, corrected)
  }
  if (task.verb === 'cancel' || task.verb === 'keep' || task.verb === 'end-seat') {
    const changed = await change(platform, task)
    if (!changed.ok) return refuse({ terminal }, changed)
  }
  return show(platform, task.customer, terminal)
}

function change(
  platform: Platform,
  task: Extract<Task, { verb: 'cancel' | 'keep' | 'end-seat' }>,
): Promise<{ ok: true } | Failed> {
  const params = { customerId: task.customer, id: task.id }
  if (task.verb === 'end-seat')
    return platform.endCustomerSeat({ params: { customerId: task.customer, seatId: task.id } })
  return task.verb === 'cancel'
    ? platform.endContract({ params, body: { confirmedEnd: task.on } })
    : platform.keepContract({ params })
}

async function show(platform: Platform, customerId: string, terminal: Terminal): Promise<0 | 1> {
  const found = await platform.showCustomer({ params: { customerId } })
  if (!found.ok) return refuse({ terminal }, found)
  const { customer, contracts, coins, seats, refunds, printSubscriptions, declarations, documents } = found.data
  const lines = [
    ...contracts.map(toContractLine),
    ...(coins === null ? [] : [`${coins} coins`]),
    ...seats.map(
      ({ seatId, subscriptionId, label, state }) => `seat ${seatId}  ${state}  of ${subscriptionId}  ${label}`,
    ),
    ...printSubscriptions.map(({ customerNumber, productName }) => `printed paper ${customerNumber}  ${productName}`),
    ...refunds.map(({ id, cents, state }) => `refund ${id}  ${formatPrice(cents)}  ${state}`),
    ...declarations.map(({ right, number }) => `${right} ${number} waits`),
    ...documents.map(
      ({ number, issuedOn, about, grossCents }) => `${number}  ${issuedOn}  ${formatPrice(grossCents)}  ${about}`,
    ),
  ]
  terminal.out(`${toLine(customer)}\n`)
  for (const line of lines) terminal.out(`  ${line.trimEnd()}\n`)
  return 0
}

function toLine({ customerId, sub, name, company, email, address, since }: CustomerEntry): string {
  const erased = sub === null ? 'account erased' : ''
  return [customerId, name, company, email ?? '', address, `since ${since.slice(0, 10)}`, erased]
    .filter((part) => part !== '')
    .join('  ')
}

function toContractLine({ id, name, state, startsOn, endsOn, earliestEnd, declared }: ContractView): string {
  return [
    id,
    name,
    state,
    `from ${startsOn}`,
    endsOn === null ? '' : `until ${endsOn}`,
    earliestEnd === null ? '' : `earliest end ${earliestEnd}`,
    declared === null ? '' : `${declared.right} ${declared.number} waits`,
  ]
    .filter((part) => part !== '')
    .join('  ')
}

if (import.meta.main) await runProgram(runCustomers)
