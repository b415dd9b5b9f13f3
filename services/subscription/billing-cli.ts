/**
 * `npm run billing -- …`: what the office does with money. Asks a running portal with its service key, and only that: bank
 * accounts are sealed with the portal's secret, and letters go out from there. A file for the bank is written for its
 * owner's eyes only. Ends with 0 when it was done, 1 when something was refused or not known, 2 when the command was wrong.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BILLING_INTERNAL, Seller } from '@lokalteil/contracts/billing'
import { createClient, type Client } from '@lokalteil/contracts/client'
import { formatDate, formatPrice } from '@lokalteil/domain/german'
import { MANDATORS, toMandator } from '@lokalteil/domain/publications'
import { parseCommand, runProgram, type Environment, type Failed, type Terminal } from '../operator-command.ts'
import { parseReturns } from './bank-file.ts'

const USAGE = `Usage: npm run billing -- [--publication CODE] status
       npm run billing -- [--publication CODE] run
       npm run billing -- [--publication CODE] collect [--out FILE] [--again ID]
       npm run billing -- [--publication CODE] returns FILE
       npm run billing -- [--publication CODE] paid INVOICE…
       npm run billing -- [--publication CODE] seller [FILE.json]

CODE is one of ${MANDATORS.join(', ')} (default: MANDATOR or ak). 'collect' writes a pain.008 file of the debits that are in
none yet (default: ID.xml); 'returns' books what came back, from a table with end-to-end id;reason or the bank's camt.054;
'paid' books transfers by the numbers of their invoices; 'seller' shows or sets who writes the invoices. All of them may
be repeated: nothing is collected or booked twice. What is due is done by the portal itself, 'run' does it now.

  --url BASE    the running portal (default: http://127.0.0.1:PORT)
  --key KEY     its key (default: SUBSCRIPTION_SERVICE_KEY or DATA_DIR/keys/subscription.key)
  --help`

type Platform = Client<typeof BILLING_INTERNAL>

const TEXT = { type: 'string' } as const
const VERBS = ['status', 'run', 'collect', 'returns', 'paid', 'seller'] as const

export async function runBilling(args: readonly string[], environment: Environment, terminal: Terminal, fetcher: (request: Request) => Promise<Response> = fetch): Promise<0 | 1 | 2> {
  const parsed = parseCommand(args, { publication: TEXT, out: TEXT, again: TEXT }, USAGE, terminal)
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  const code = values.publication ?? (environment.MANDATOR || 'ak')
  const mandator = toMandator(code)
  if (mandator === null) return wrong(`There is no publication "${code}".`)
  const [verb = '', ...rest] = positionals
  if (verb === '') return wrong('What is to be done?')
  if (!(VERBS as readonly string[]).includes(verb)) return wrong(`There is no "${verb}".`)
  if (verb === 'returns' && rest.length !== 1) return wrong('Which file?')
  if (verb === 'paid' && (rest.length === 0 || rest.some((number) => !/^[A-Z]{2}-\d{4}-\d{6,9}$/.test(number)))) return wrong('Which invoices? Numbers like AK-2026-000123.')

  const base = (values.url ?? `http://127.0.0.1:${environment.PORT || 3000}`).replace(/\/+$/, '')
  const key = values.key ?? (environment.SUBSCRIPTION_SERVICE_KEY || readKey(environment.DATA_DIR || '.data'))
  const platform = createClient(BILLING_INTERNAL, { fetch: fetcher, base: `${base}/__services/plenigo/${mandator}`, headers: { authorization: `Bearer ${key}` }, timeout: 300_000 })
  const refuse = ({ status, problem }: Failed): 1 => {
    const why = status === 0 ? `Nothing answers at ${base}. Start the portal first.` : `Nothing was changed: ${status} ${problem.code}${problem.title === undefined ? '' : ` – ${problem.title}`}`
    terminal.err(`${why}\n`)
    return 1
  }

  switch (verb) {
    case 'status':
      return showStatus(platform, terminal, refuse)
    case 'run': {
      const done = await platform.runBilling({})
      if (!done.ok) return refuse(done)
      terminal.out(`${Object.entries(done.data).map(([name, count]) => `${name} ${count}`).join(', ')}\n`)
      return done.data.troubles === 0 ? 0 : 1
    }
    case 'collect': {
      const made = values.again === undefined ? await platform.collectDebits({}) : await platform.getCollection({ params: { collectionId: values.again } })
      if (!made.ok) return refuse(made)
      if (made.data === null) {
        terminal.out('There is nothing to collect.\n')
        return 0
      }
      const { collection, document } = made.data
      const path = values.out ?? `${collection.id}.xml`
      try {
        writeFileSync(path, document, { mode: 0o600, flag: 'wx' })
      } catch (error) {
        terminal.err(`${path} cannot be written: ${(error as { code?: string }).code ?? 'error'}. The file is kept; get it with: collect --again ${collection.id} --out FILE\n`)
        return 1
      }
      terminal.out(`${path}: ${collection.count} debits, ${formatPrice(collection.cents)}, on ${formatDate(new Date(`${collection.collectOn}T12:00:00Z`))}\n`)
      return 0
    }
    case 'returns': {
      const text = readText(rest[0]!)
      const returns = text === null ? null : parseReturns(text)
      if (returns === null) return wrong(text === null ? `${rest[0]} cannot be read.` : `${rest[0]} is no list of returns.`)
      const booked = await platform.bookReturns({ body: { returns } })
      if (!booked.ok) return refuse(booked)
      for (const { endToEndId, outcome } of booked.data) terminal.out(`${endToEndId}  ${outcome}\n`)
      return booked.data.every(({ outcome }) => outcome !== 'unknown') ? 0 : 1
    }
    case 'paid': {
      const booked = await platform.bookTransfers({ body: { invoices: rest } })
      if (!booked.ok) return refuse(booked)
      for (const { invoice, outcome } of booked.data) terminal.out(`${invoice}  ${outcome}\n`)
      return booked.data.every(({ outcome }) => outcome !== 'unknown') ? 0 : 1
    }
    default: {
      if (rest[0] === undefined) {
        const found = await platform.getSeller({})
        if (!found.ok) return refuse(found)
        terminal.out(`${JSON.stringify(found.data, null, 2)}\n`)
        return 0
      }
      const seller = Seller.safeParse(parseJson(readText(rest[0])))
      if (!seller.success) return wrong(`${rest[0]} says not all of it, or something wrong: ${[...new Set(seller.error.issues.map(({ path }) => path.join('.') || 'no JSON'))].join(', ')}.`)
      const saved = await platform.saveSeller({ body: seller.data })
      if (!saved.ok) return refuse(saved)
      terminal.out(`Invoices are written by ${seller.data.company}.\n`)
      return 0
    }
  }
}

async function showStatus(platform: Platform, terminal: Terminal, refuse: (failed: Failed) => 1): Promise<0 | 1> {
  const found = await platform.getBillingStatus({})
  if (!found.ok) return refuse(found)
  const { charges, contracts, waitingForBank, credits, collections } = found.data
  terminal.out(`contracts: ${Object.entries(contracts).map(([state, count]) => `${count} ${state}`).join(', ') || 'none'}\n`)
  for (const [state, { count, cents }] of Object.entries(charges)) terminal.out(`  ${state.padEnd(10)} ${String(count).padStart(6)}  ${formatPrice(cents)}\n`)
  terminal.out(`${waitingForBank} debits wait for the next file\n`)
  for (const { number, customerId, cents } of credits) terminal.out(`to transfer: ${number}  ${customerId}  ${formatPrice(cents)}\n`)
  for (const { id, collectOn, count, cents } of collections.slice(0, 5)) terminal.out(`${id}  ${collectOn}  ${count} debits  ${formatPrice(cents)}\n`)
  return 0
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}

function readKey(dataDir: string): string {
  return readText(join(dataDir, 'keys', 'subscription.key'))?.trim() ?? ''
}

if (import.meta.main) await runProgram(runBilling)
