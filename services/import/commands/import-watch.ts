/** `npx lokalteil import watch FOLDER`: imports files that are put into a folder, until the command is ended. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DeliveryStopped } from '../delivery/deliver.ts'
import { describeFault } from '../delivery/set-aside.ts'
import { lookIntoFolder } from '../polling/watched-folder.ts'
import type { TakenFile } from '../polling/watched-folder.ts'
import { checkNamed, findPublications, readNamedMapping, type ImportCall } from './import-context.ts'
import { openFor, openImporter } from './import-documents.ts'

const PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000

/** `signal` ends it after the current file. */
export async function watchFolder(call: ImportCall<{ folder: string }>, signal = endOfProcess()): Promise<0> {
  const { given, terminal, now } = call
  checkNamed(call)
  const own = readNamedMapping(call)
  const folder = call.toPath(given.folder)
  const publications = await findPublications(call)
  const destination = await openFor(call, publications[0]!)
  terminal.err(`Watching ${folder} for ${publications.join(', ')} ${destination.description}; Ctrl-C ends it.\n`)
  const isMine = () => !signal.aborted
  let growing: Readonly<Record<string, string>> = {}
  let trouble = ''
  let pause = PAUSE_MS
  while (isMine()) {
    // A batch that could not be delivered is read again from its files.
    const importer = openImporter(call, destination, own, { publications, isPaid: given.paid === true }, false)
    const reason = await lookIntoFolder(folder, growing, {
      importer,
      now,
      isMine,
      onTaken: (file) => terminal.out(toLine(file)),
    }).then(
      (look) => {
        if (look.kind === 'failed') return look.reason
        growing = look.growing
        return look.trouble
      },
      (error: unknown) => {
        if (error instanceof DeliveryStopped) return describeFault(error)
        throw error
      },
    )
    if (reason !== trouble) terminal.err(reason === '' ? 'It goes on.\n' : `${reason}; it is tried again.\n`)
    trouble = reason
    pause = reason === '' ? PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS)
    await sleep(pause, undefined, { signal }).catch(() => {})
  }
  await destination.close()
  return 0
}

function endOfProcess(): AbortSignal {
  const end = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => end.abort())
  return end.signal
}

function toLine({ name, movedTo, remarks, report: { results, refusals } }: TakenFile): string {
  const words = ['created', 'updated', 'unchanged', 'removed'] as const
  const counts = words
    .map((word) => [word, results.filter(({ outcome }) => outcome === word).length] as const)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`)
  const aside = refusals.filter(({ outcome }) => outcome === 'put-aside').length
  const refused = refusals.length - aside
  const all = [...counts, ...(aside > 0 ? [`${aside} put aside`] : []), ...(refused > 0 ? [`${refused} refused`] : [])]
  const said = [...remarks, ...refusals.slice(0, 1).map(({ reason }) => reason)]
  return `${name}: ${all.join(', ') || 'nothing in it'} → ${movedTo}${said.length > 0 ? ` (${said.join('; ')})` : ''}\n`
}
