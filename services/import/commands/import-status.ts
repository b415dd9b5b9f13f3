/** `npx lokalteil import status` and `poll`: shows the state of the publications' sources, and reads one now. */
import type { SourceState } from '@lokalteil/contracts/imports'
import type { Terminal } from '../../platform/commands/call.ts'
import type { Done } from '../../platform/commands/reach.ts'
import { listNamed, type ImportCall } from './import-context.ts'
import type { Imports } from './import-office.ts'

export async function showStatus(call: ImportCall, imports: Imports): Promise<Done> {
  const { terminal } = call
  const found = await imports.listSources({})
  if (!found.ok) return found
  const named = listNamed(call)
  const isAll = named.length === 0 || named.includes('all')
  const sources = found.data.sources.filter(({ publication }) => isAll || named.includes(publication))
  for (const source of sources) terminal.out(toLines(source))
  if (sources.length === 0) terminal.out('No publication has sources; sources.yaml in its folder names them.\n')
  const { refused, putAside } = found.data.kept
  terminal.out(
    `${refused} refused and ${putAside} put aside are kept${refused + putAside > 0 ? '; "npx lokalteil import rejects" lists them' : ''}\n`,
  )
  return sources.some(({ state }) => state === 'failing' || state === 'over') ? 1 : 0
}

const WORDS = { new: 'not read yet', fine: 'fine', failing: 'failing', over: 'over' } as const

function toLines(source: SourceState): string {
  const { publication, id, place, state, everySeconds, lastSuccess, lastAnswer, lastFailure, failures, note, nextRun } =
    source
  const counts = ({ created, updated, unchanged, removed, putAside, refused }: SourceState['total']) =>
    `${created} created, ${updated} updated, ${unchanged} unchanged, ${removed} removed, ${putAside} put aside, ${refused} refused`
  const rows: [string, string][] = [
    [state === 'failing' ? `failing (${failures} in a row)` : WORDS[state], `${place}, every ${toSpan(everySeconds)}`],
    ['last success', `${lastSuccess ?? 'none'}${lastAnswer === '' ? '' : ` (last answer ${lastAnswer})`}`],
    ...(lastFailure === null ? [] : [['last failure', `${lastFailure.at} ${lastFailure.reason}`] as [string, string]]),
    ...(note === '' ? [] : [['note', note] as [string, string]]),
    ['next', nextRun ?? `never; "npx lokalteil import poll ${publication}/${id}" tries again`],
    ['last time', counts(source.last)],
    ['altogether', counts(source.total)],
    ...(source.rejected > 0 ? [['rejected', `${source.rejected} files in ${place}/rejected`] as [string, string]] : []),
  ]
  return `${publication}/${id}\n${rows.map(([label, text]) => `  ${label.padEnd(22)}${text}\n`).join('')}`
}

function toSpan(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

export async function pollNow(named: string, terminal: Terminal, imports: Imports): Promise<Done> {
  const [publication = '', id = ''] = named.split('/')
  const answer = await imports.pollSource({ params: { publication, id } })
  if (answer.ok) terminal.out(`${named} is read as soon as a portal is running and free.\n`)
  else if (answer.status === 404) terminal.err(`There is no source "${named}".\n`)
  else return answer
  return answer.ok ? 0 : 1
}
