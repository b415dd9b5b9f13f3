/** `npx lokalteil epaper`: issues of the printed paper. Ends with 1 also where an issue could not be drawn. */
import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { EPAPER_FILES, EPAPER_INTERNAL, IssueState } from '../contract/epaper.ts'
import { toAddress } from '@lokalteil/contracts/kernel/address'
import { readText } from '@lokalteil/contracts/kernel/bounded-body'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { Problem } from '@lokalteil/contracts/kernel/problem'
import { isEdition, type IssueId } from '@lokalteil/domain/commerce/issues'
import { Fault, type Call, type Terminal } from '@lokalteil/services/platform/commands/call'
import { defineNoun } from '@lokalteil/services/platform/commands/command'
import { say, type Done, type Place } from '@lokalteil/services/platform/commands/reach'

const POLL_MS = 500

/** Bytes of the state of an issue. */
const MOST_ANSWERED = 1_000_000

type Epaper = Client<typeof EPAPER_INTERNAL>

export const runEpaper = defineNoun({
  name: 'epaper',
  reach: { calls: EPAPER_INTERNAL, mount: '/__services/epaper', key: 'ingest', variable: 'EPAPER_SERVICE_KEY' },
  words: {
    EDITION: { is: 'one of the editions in rooms.yaml', fits: isEdition },
    COINS: { is: 'a whole number, like 2', fits: /^\d{1,4}$/ },
  },
  options: {
    zones: 'what stands where on the pages (docs/epaper.md); without it headlines are recognised',
    coins: 'what this issue costs alone; 0: it is not sold alone (default: as rooms.yaml says)',
    'no-wait': 'ends as soon as the portal has the files',
  },
  verbs: {
    'import FILE --edition EDITION --day DAY [--zones FILE] [--coins COINS] [--no-wait]': {
      about:
        'hands an issue in, a PDF, and waits until it is drawn; Ctrl-C leaves it drawing. The same files again change nothing, others replace the issue',
      async run(given, call) {
        for (const path of [given.file, given.zones])
          if (path !== undefined && !(await stat(call.toPath(path)).catch(() => null))?.isFile())
            throw new Fault(`There is no file ${path}.`)
        return (epaper, place) => importIssue(given, call, epaper, place)
      },
    },
    'list [--month MONTH]': {
      about: 'the issues',
      ask: (epaper, query) =>
        say(epaper.listStates({ query }), ({ issues }) =>
          issues.length === 0 ? 'There are no issues.' : issues.map(toLine),
        ),
    },
    'status --edition EDITION --day DAY': {
      about: 'how an issue is doing',
      ask: async (epaper, params, { terminal }) => {
        const found = await epaper.getState({ params })
        return found.ok ? showState(terminal, found.data) : found
      },
    },
    'withdraw --edition EDITION --day DAY': {
      about: 'takes an issue away with all its pages',
      ask: (epaper, params) =>
        say(epaper.withdrawIssue({ params }), ({ isWithdrawn }) =>
          isWithdrawn ? 'Withdrawn.' : 'There was no such issue.',
        ),
    },
  },
})

type Delivery = IssueId & { file: string; zones?: string; coins?: string; 'no-wait'?: true }

async function importIssue(
  { file, zones, coins, 'no-wait': isNotAwaited, edition, day }: Delivery,
  { terminal, toPath }: Call,
  epaper: Epaper,
  { base, key }: Place,
): Promise<Done> {
  const issue = { edition, day }
  const form = new FormData()
  form.set('pdf', await openAsBlob(toPath(file), { type: 'application/pdf' }), 'issue.pdf')
  if (zones !== undefined)
    form.set('zones', await openAsBlob(toPath(zones), { type: 'application/json' }), 'zones.json')
  const answer = await fetch(base + toAddress(EPAPER_FILES.delivery, issue, { coins }), {
    method: 'PUT',
    body: form,
    headers: { authorization: `Bearer ${key}` },
  }).catch(() => null)
  if (answer === null) return { ok: false, status: 0, problem: { code: 'UNREACHABLE' } }
  const body: unknown = await readText(answer, MOST_ANSWERED)
    .then((text) => JSON.parse(text) as unknown)
    .catch(() => null)
  const state = IssueState.safeParse(body)
  if (!answer.ok || !state.success) {
    const problem = Problem.safeParse(body)
    return { ok: false, status: answer.status, problem: problem.data ?? { code: 'UNKNOWN' } }
  }
  if (answer.status === 200) terminal.out('The portal has these files already.\n')
  return isNotAwaited ? showState(terminal, state.data) : waitForDrawing(terminal, epaper, issue)
}

async function waitForDrawing(terminal: Terminal, epaper: Epaper, issue: IssueId): Promise<Done> {
  let said = ''
  for (;;) {
    const found = await epaper.getState({ params: issue })
    if (!found.ok) return found
    const { delivery } = found.data
    if (delivery === null || delivery.state === 'done' || delivery.state === 'failed')
      return showState(terminal, found.data)
    const line = `${delivery.pagesDrawn} of ${delivery.pageCount || '?'} pages\n`
    if (line !== said) terminal.out((said = line))
    await pause(POLL_MS)
  }
}

function showState(terminal: Terminal, state: IssueState): 0 | 1 {
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
