/**
 * `npx lokalteil customers import FILE`: sends a table of subscribers to the running portal in batches and writes a report with
 * the result of each line. It can be run again: imported lines stay, failed lines are tried again. Account numbers are neither
 * shown nor written.
 */
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { MOST_AT_ONCE } from '@lokalteil/contracts/commerce/imported-contracts'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { SUBSCRIBERS, type SubscriberResult } from '@lokalteil/contracts/accounts/subscribers'
import { Fault, type Call, type Terminal } from '../../platform/commands/call.ts'
import { ask, type Done, type Failed, type Reach } from '../../platform/commands/reach.ts'
import { toCsvRow } from '@lokalteil/domain/csv-row'
import {
  MOST_TABLE_BYTES,
  openSubscriberTable,
  type SubscriberTable,
  TableFault,
  type TableLine,
} from './subscriber-table.ts'

type ImportTask = {
  file: string
  report: string | undefined
  isDryRun: boolean
  isInviting: boolean
}
type Door = Client<typeof SUBSCRIBERS>
type Counts = { new: number; kept: number; refused: number; differs: number; mailed: number }
type WholeLine = TableLine & { read: { kind: 'contract' } }

/** Timeout of a batch; two hundred lines take less. */
const PATIENCE_MS = 240_000
/** Most refused lines on the screen; the report has all. */
const MOST_SHOWN = 20
/** Lines between two messages about progress. */
const PROGRESS = 20 * MOST_AT_ONCE
const HEAD = ['line', 'id', 'result', 'customer number', 'account', 'detail']

/** The endpoints of the running portal: only it can create accounts and contracts. */
const DOOR: Reach<typeof SUBSCRIBERS> = {
  calls: SUBSCRIBERS,
  mount: '/__services/subscribers',
  key: 'subscription',
  variable: 'SUBSCRIPTION_SERVICE_KEY',
  timeout: PATIENCE_MS,
}

export async function importSubscribers(
  { file, report, ...given }: { file: string; report?: string; 'dry-run'?: true; invite?: true },
  call: Call,
): Promise<Done> {
  const { terminal, toPath } = call
  const task: ImportTask = {
    file: toPath(file),
    report: report === undefined ? undefined : toPath(report),
    isDryRun: given['dry-run'] === true,
    isInviting: given.invite === true,
  }
  const table = await readTable(task, file)
  const log = openLog(task, table, terminal)
  return ask(DOOR, call, async (door) => {
    const reached = await door.getSubscriberDoor({})
    return reached.ok ? run(door, table, task, log, terminal) : reached
  })
}

/** `name`: the path of the file as typed. */
async function readTable({ file, report }: ImportTask, name: string): Promise<SubscriberTable> {
  if (report === file) throw new Fault('--report would overwrite the table itself.')
  try {
    if (statSync(file).size > MOST_TABLE_BYTES)
      throw new TableFault(`has more than ${MOST_TABLE_BYTES / 1_000_000} MB. Part it into several files.`)
    return await openSubscriberTable(readFileSync(file))
  } catch (error) {
    if (error instanceof TableFault) throw new Fault(`${name}: ${error.message}`)
    throw new Fault(`${name} cannot be read: ${(error as { code?: string }).code ?? 'error'}.`)
  }
}

type Log = {
  add: (
    line: number,
    id: string,
    result: string,
    more: { customer?: string; account?: string; detail?: string },
  ) => void
  refuse: (line: number, id: string, detail: string) => void
  counts: Counts
}

function openLog({ report, isDryRun }: ImportTask, { header }: SubscriberTable, terminal: Terminal): Log {
  const counts: Counts = { new: 0, kept: 0, refused: 0, differs: 0, mailed: 0 }
  try {
    if (report !== undefined) writeFileSync(report, `\ufeff${toCsvRow(HEAD)}`, { mode: 0o600 })
  } catch (error) {
    throw new Fault(`${report} cannot be written: ${(error as { code?: string }).code ?? 'error'}.`)
  }
  const add: Log['add'] = (line, id, result, { customer = '', account = '', detail = '' }) => {
    if (report !== undefined) appendFileSync(report, toCsvRow([String(line), id, result, customer, account, detail]))
  }
  if (header.unknown.length > 0) {
    const detail = `columns that are not read: ${header.unknown.join(', ')}`
    add(1, '', 'note', { detail })
    terminal.out(`${detail}\n`)
  }
  return {
    counts,
    add: (line, id, result, more) => add(line, id, isDryRun && result === 'new' ? 'would-be-new' : result, more),
    refuse(line, id, detail) {
      counts.refused++
      add(line, id, 'refused', { detail })
      if (counts.refused <= MOST_SHOWN) terminal.err(`line ${line}: ${detail}\n`)
    },
  }
}

async function run(door: Door, table: SubscriberTable, task: ImportTask, log: Log, terminal: Terminal): Promise<0 | 1> {
  const taken = new Set<number>()
  let passed = 0
  const isBrought = await inBatches(table, async (lines) => {
    const done = await send(door, lines.filter(isWhole), { dryRun: task.isDryRun, invite: false }, terminal)
    if (done === null) return false
    for (const { line, read } of lines)
      if (read.kind === 'contract') note(log, line, done.shift()!, taken)
      else log.refuse(line, read.id, toDetail(read.faults))
    passed += lines.length
    if (passed % PROGRESS === 0) terminal.err(`${passed} of ${table.count} lines\n`)
    return true
  })
  // Invite after all lines are imported, so that a mail names all contracts of its reader.
  const isTold =
    !isBrought || !task.isInviting || task.isDryRun || (await inviteTaken(door, table, taken, log, terminal))
  summarise(log.counts, table.count, task, terminal)
  return isBrought && isTold && log.counts.refused === 0 ? 0 : 1
}

function inviteTaken(
  door: Door,
  table: SubscriberTable,
  taken: ReadonlySet<number>,
  log: Log,
  terminal: Terminal,
): Promise<boolean> {
  return inBatches(table, async (all) => {
    const lines = all.filter(isWhole).filter(({ line }) => taken.has(line))
    const done = await send(door, lines, { dryRun: false, invite: true }, terminal)
    if (done === null) return false
    const mailed = new Set<string>()
    for (const [index, { id, customerId, invitation }] of done.entries()) {
      // One mail for a reader with two lines.
      if (invitation !== 'mailed' || customerId === null || mailed.has(customerId)) continue
      mailed.add(customerId)
      log.counts.mailed++
      log.add(lines[index]!.line, id, 'invited', { customer: customerId })
    }
    return true
  })
}

function isWhole(one: TableLine): one is WholeLine {
  return one.read.kind === 'contract'
}

/** False: `work` has stopped the run. */
async function inBatches(
  table: SubscriberTable,
  work: (lines: readonly TableLine[]) => Promise<boolean>,
): Promise<boolean> {
  let lines: TableLine[] = []
  for await (const one of table.lines()) {
    lines.push(one)
    if (lines.length < MOST_AT_ONCE) continue
    if (!(await work(lines))) return false
    lines = []
  }
  return lines.length === 0 || work(lines)
}

/** Sends a batch; null: the run must stop, and the reason was printed. */
async function send(
  door: Door,
  lines: readonly WholeLine[],
  how: { dryRun: boolean; invite: boolean },
  terminal: Terminal,
): Promise<SubscriberResult[] | null> {
  if (lines.length === 0) return []
  const contracts = lines.map(({ read }) => read.contract)
  const done = await door.importSubscribers({ body: { ...how, contracts } })
  if (done.ok && done.data.results.length === lines.length) return done.data.results
  const from = lines[0]!.line
  const why = done.ok ? 'the portal left lines out' : toReason(done)
  terminal.err(
    `stopped at line ${from}: ${why}\nWhat came in before stays. Run the command again: it goes on where it stopped.\n`,
  )
  return null
}

function toReason({ status, problem }: Failed): string {
  return status === 0
    ? 'the portal does not answer any more'
    : `${status} ${problem.code}${problem.title === undefined ? '' : ` – ${problem.title}`}`
}

function note(log: Log, line: number, result: SubscriberResult, taken: Set<number>): void {
  const { id, customerId, account, differs, faults } = result
  if (result.result === 'refused') return log.refuse(line, id, toDetail(faults))
  log.counts[result.result]++
  if (differs.length > 0) log.counts.differs++
  taken.add(line)
  log.add(line, id, result.result, {
    customer: customerId ?? '',
    account: account ?? '',
    detail: differs.length === 0 ? '' : `differs: ${differs.join(', ')}`,
  })
}

function toDetail(faults: SubscriberResult['faults']): string {
  return faults.map(({ column, message }) => `${column} ${message}`).join('; ')
}

function summarise(
  counts: Counts,
  all: number,
  { isDryRun, isInviting, report }: ImportTask,
  terminal: Terminal,
): void {
  const more = counts.refused - MOST_SHOWN
  if (more > 0) terminal.err(`… and ${more} more${report === undefined ? '; --report FILE writes all of them' : ''}\n`)
  const parts = [
    `${counts.new} ${isDryRun ? 'would be new' : 'new'}`,
    `${counts.kept} kept${counts.differs === 0 ? '' : ` (${counts.differs} differ from the file)`}`,
    `${counts.refused} refused`,
    ...(isInviting && !isDryRun ? [`${counts.mailed} mails`] : []),
  ]
  terminal.out(`${all} lines: ${parts.join(', ')}${isDryRun ? '; nothing was written' : ''}\n`)
}
