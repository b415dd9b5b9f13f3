/**
 * `npm run epaper`: what a publisher's office does with issues. A running portal is asked, as by any other program: it is the
 * one that draws. Ends with 0 when it is done, 1 when the portal says no or an issue could not be drawn, 2 when the command
 * was wrong.
 */
import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { EPAPER_FILES, EPAPER_INTERNAL, IssueState } from '@lokalteil/contracts/epaper'
import { toAddress } from '@lokalteil/contracts/kernel/address'
import { readText } from '@lokalteil/contracts/kernel/bounded-body'
import { Problem } from '@lokalteil/contracts/kernel/problem'
import { isDay, isEdition, type IssueId } from '@lokalteil/domain/epaper/issues'
import { CODE } from '@lokalteil/domain/publication/publications'
import { openOffice, WHICH_PUBLICATION, type Office as OfficeOf } from '../platform/office-command.ts'
import { parseCommand, refuse, runProgram, type Environment, type Terminal } from '../platform/operator-command.ts'

const USAGE = `Usage: npm run epaper -- import PUBLICATION FILE.pdf --edition ID --day YYYY-MM-DD [--zones FILE.json] [--coins N]
       npm run epaper -- list PUBLICATION [--month YYYY-MM]
       npm run epaper -- status PUBLICATION --edition ID --day YYYY-MM-DD
       npm run epaper -- withdraw PUBLICATION --edition ID --day YYYY-MM-DD

"import" hands an issue in and waits until it is drawn; Ctrl-C leaves it drawing. The same files again change nothing,
others replace the issue. "withdraw" takes an issue away with all its pages.

  --edition ID   of the editions in rooms.yaml
  --zones FILE   what stands where on the pages (docs/epaper.md); without it headlines are recognised
  --coins N      what this issue costs alone; 0: it is not sold alone (default: as rooms.yaml says)
  --no-wait      ends as soon as the portal has the files
  --url BASE     the running portal (default: http://127.0.0.1:PORT)
  --key KEY      its ingest key (default: EPAPER_SERVICE_KEY, INGEST_KEY or DATA_DIR/keys/ingest.key)
  --help`

const OPTIONS = {
  edition: { type: 'string' },
  day: { type: 'string' },
  zones: { type: 'string' },
  coins: { type: 'string' },
  month: { type: 'string' },
  'no-wait': { type: 'boolean' },
} as const

const POLL_MS = 500

/** Bytes of the state of an issue. */
const MOST_ANSWERED = 1_000_000

type Office = OfficeOf<typeof EPAPER_INTERNAL>

export async function runEpaper(
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  const parsed = parseCommand(args, OPTIONS, USAGE, terminal)
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  const [verb = '', publication = '', file] = positionals
  if (!CODE.test(publication)) return wrong(WHICH_PUBLICATION)
  const office = openOffice(EPAPER_INTERNAL, { service: 'epaper', publication, values }, environment, terminal)

  if (verb === 'list') return listIssues(office, values.month)
  const { edition = '', day = '' } = values
  if (verb !== 'import' && verb !== 'status' && verb !== 'withdraw') return wrong(`There is no command "${verb}".`)
  if (!isEdition(edition)) return wrong('Say which edition: --edition ID')
  if (!isDay(day)) return wrong('Say which day: --day YYYY-MM-DD')
  const issue = { edition, day }
  if (verb === 'status') return showStatus(office, issue)
  if (verb === 'withdraw') return withdraw(office, issue)
  if (file === undefined) return wrong('Say which PDF.')
  if (values.coins !== undefined && !/^\d{1,4}$/.test(values.coins)) return wrong('--coins is a number, like 2')
  for (const path of [file, ...(values.zones === undefined ? [] : [values.zones])])
    if (!(await stat(path).catch(() => null))?.isFile()) return wrong(`There is no file ${path}`)
  return importIssue(office, issue, { file, ...values })
}

async function importIssue(
  office: Office,
  issue: IssueId,
  { file, zones, coins, 'no-wait': noWait }: { file: string; zones?: string; coins?: string; 'no-wait'?: boolean },
): Promise<0 | 1> {
  const { base, key, terminal } = office
  const form = new FormData()
  form.set('pdf', await openAsBlob(file, { type: 'application/pdf' }), 'issue.pdf')
  if (zones !== undefined) form.set('zones', await openAsBlob(zones, { type: 'application/json' }), 'zones.json')
  let answer: Response
  try {
    answer = await fetch(base + toAddress(EPAPER_FILES.delivery, issue, { coins }), {
      method: 'PUT',
      body: form,
      headers: { authorization: `Bearer ${key}` },
    })
  } catch {
    terminal.err(`Nothing answers at ${base}. Start the portal first: it draws the pages.\n`)
    return 1
  }
  const body: unknown = await readText(answer, MOST_ANSWERED)
    .then((text) => JSON.parse(text) as unknown)
    .catch(() => null)
  const state = IssueState.safeParse(body)
  if (!answer.ok || !state.success) {
    const problem = Problem.safeParse(body)
    return refuse(office, { ok: false, status: answer.status, problem: problem.data ?? { code: 'UNKNOWN' } })
  }
  if (answer.status === 200) terminal.out('The portal has these files already.\n')
  if (noWait === true) return show(terminal, state.data)
  return waitForDrawing(office, issue)
}

async function waitForDrawing(office: Office, issue: IssueId): Promise<0 | 1> {
  let said = ''
  for (;;) {
    const found = await office.client.getState({ params: issue })
    if (!found.ok) return refuse(office, found)
    const { delivery } = found.data
    if (delivery === null || delivery.state === 'done' || delivery.state === 'failed')
      return show(office.terminal, found.data)
    const line = `${delivery.pagesDrawn} of ${delivery.pageCount || '?'} pages\n`
    if (line !== said) office.terminal.out((said = line))
    await pause(POLL_MS)
  }
}

async function showStatus(office: Office, issue: IssueId): Promise<0 | 1> {
  const found = await office.client.getState({ params: issue })
  return found.ok ? show(office.terminal, found.data) : refuse(office, found)
}

async function listIssues(office: Office, month: string | undefined): Promise<0 | 1> {
  const found = await office.client.listStates({ query: { month } })
  if (!found.ok) return refuse(office, found)
  if (found.data.issues.length === 0) office.terminal.out('There are no issues.\n')
  for (const state of found.data.issues) office.terminal.out(`${toLine(state)}\n`)
  return 0
}

async function withdraw(office: Office, issue: IssueId): Promise<0 | 1> {
  const found = await office.client.withdrawIssue({ params: issue })
  if (!found.ok) return refuse(office, found)
  office.terminal.out(found.data.isWithdrawn ? 'Withdrawn.\n' : 'There was no such issue.\n')
  return 0
}

function show(terminal: Terminal, state: IssueState): 0 | 1 {
  terminal.out(`${toLine(state)}\n`)
  return state.delivery?.state === 'failed' ? 1 : 0
}

function toLine({ edition, day, standing, delivery }: IssueState): string {
  const online =
    standing === null
      ? 'not online'
      : `online with ${standing.pageCount} pages${standing.coins === null ? '' : `, ${standing.coins} coins`}`
  const { state, articles, matched, reason } = delivery ?? { state: 'none', articles: 0, matched: 0, reason: '' }
  const last =
    state === 'failed'
      ? `failed: ${reason}`
      : state === 'done'
        ? `${articles} articles, ${matched} of them on the portal`
        : state
  return `${day}  ${edition}  ${online}  ${last}`
}

if (import.meta.main) await runProgram(runEpaper)
