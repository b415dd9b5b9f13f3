/**
 * `npx lokalteil import rejects` and `retry`: lists the documents that imports of this machine set aside, and tries them
 * again.
 */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toCode } from '@lokalteil/domain/publication/publications'
import { join } from 'node:path'
import { Fault } from '../../platform/commands/call.ts'
import { ask, isFailed, type Done } from '../../platform/commands/reach.ts'
import { DeliveryStopped } from '../delivery/deliver.ts'
import type { Importer } from '../delivery/importer.ts'
import type { Mapping } from '../delivery/mapping.ts'
import { listRejects, retryReject } from '../delivery/rejects.ts'
import type { Reject, Retried } from '../delivery/rejects.ts'
import { describeFault } from '../delivery/set-aside.ts'
import type { Arrival } from '../delivery/set-aside.ts'
import { findPublications, listKeptIn, listNamed, readNamedMapping, type ImportCall } from './import-context.ts'
import { IMPORT_REACH } from './import-office.ts'
import { openFor, openImporter, type OpenDestination } from './import-documents.ts'

type KeptReject = Reject & { folder: string }

async function collect(call: ImportCall): Promise<KeptReject[]> {
  const named = listNamed(call)
  const found: KeptReject[] = []
  for (const folder of listKeptIn(call))
    for (const reject of await listRejects(folder)) {
      const { publications } = reject.arrival
      if (
        named.length === 0 ||
        named.includes('all') ||
        publications.length === 0 ||
        publications.some((code) => named.includes(code))
      )
        found.push({ ...reject, folder })
    }
  return found
}

export async function showRejects(call: ImportCall): Promise<Done> {
  const rejects = await collect(call)
  const lines = rejects.flatMap(({ id, day, outcome, reason, sourceId, arrival, file }) => {
    const kind = outcome === 'refused' ? 'refused  ' : 'put aside'
    const where = [arrival.publications.join(', '), arrival.source, arrival.origin].filter(Boolean).join(' · ')
    const more = [[sourceId, where].filter(Boolean).join(' – '), file]
    return [`${id}  ${day}  ${kind}  ${reason}`, ...more.map((line) => `                  ${line}`)]
  })
  const refused = rejects.filter(({ outcome }) => outcome === 'refused').length
  return [...lines, `${refused} refused, ${rejects.length - refused} put aside`]
}

export async function retryRejects(call: ImportCall<{ id: readonly string[]; all?: true }>): Promise<Done> {
  const {
    terminal,
    given: { id: words, all },
  } = call
  if ((words.length === 0) === !all) throw new Fault('Name what to try again, or say --all.')
  const own = readNamedMapping(call)
  const rejects = await collect(call)
  const unknown = words.find((name) => !rejects.some((reject) => isNamed(reject, name)))
  if (unknown !== undefined) throw new Fault(`Nothing is kept as "${unknown}"; "rejects" lists what is.`)
  const chosen = all ? rejects : rejects.filter((reject) => words.some((name) => isNamed(reject, name)))
  if (chosen.length === 0) {
    terminal.out('Nothing is set aside.\n')
    return 0
  }
  const done: Retried[] = []
  const isOffice = ({ folder, arrival }: KeptReject) =>
    arrival.source !== '' && folder === join(call.dataDir, 'import') && own === null && call.url === undefined
  const { office = [], here = [] } = Object.groupBy(chosen, (reject) => (isOffice(reject) ? 'office' : 'here'))
  let stopped = office.length === 0 ? null : await retryInOffice(call, office, done)
  for (const [owner, group] of Map.groupBy(here, ({ arrival }) => arrival.publications[0] ?? ''))
    stopped ??= await retryOf(call, own, owner, group, done)
  if (stopped !== null) {
    terminal.err(`${stopped}\n`)
    return printDone(call, done, 3)
  }
  return printDone(call, done, done.some(({ outcome }) => outcome === 'refused') ? 1 : 0)
}

/** Documents from a source in `sources.yaml` need its settings, which only the import service knows. */
async function retryInOffice(
  call: ImportCall,
  rejects: readonly KeptReject[],
  done: Retried[],
): Promise<string | null> {
  const result = await ask(IMPORT_REACH, call, async (imports) => {
    for (let at = 0; at < rejects.length; at += AT_ONCE) {
      const batch = rejects.slice(at, at + AT_ONCE)
      const answer = await imports.retryKept({ body: { ids: batch.map(({ id }) => id) } })
      if (!answer.ok) throw new DeliveryStopped(`${answer.problem.code} ${answer.problem.title}`)
      for (const { id, outcome, reason } of answer.data.results) {
        const sourceId = batch.find((reject) => reject.id === id)?.sourceId ?? ''
        // Another process retried it first.
        done.push({ id, sourceId, outcome: outcome === 'unknown' ? 'in' : outcome, reason })
      }
    }
    return 0
  }).catch((error: unknown) =>
    error instanceof Fault ? error.message : `The import stopped: ${describeFault(error)}.`,
  )
  if (typeof result === 'string') return result
  return isFailed(result) ? `The import stopped: ${result.problem.code}.` : null
}

const AT_ONCE = 50

/** By its id, its file, or the beginning of either. */
const isNamed = ({ id, file }: Reject, name: string): boolean =>
  name !== '' && (id.startsWith(name) || file.endsWith(`/${name}`) || file === name)

/** Returns a text, the reason, if it had to stop. */
async function retryOf(
  call: ImportCall,
  own: Mapping | null,
  owner: string,
  group: readonly KeptReject[],
  done: Retried[],
): Promise<string | null> {
  // For documents kept before the publication was recorded.
  const fallback = owner === '' ? await findPublications(call) : [owner]
  const destination = await openFor(call, fallback[0]!)
  call.terminal.err(`Trying ${group.length} again in ${fallback.join(', ')} ${destination.description}.\n`)
  const toImporter = createImporters(call, destination, own, fallback)
  try {
    for (const reject of group) {
      const { retried } = await retryReject(reject, (arrival) => toImporter(arrival, reject.folder), call.now())
      done.push(retried)
    }
    return null
  } catch (error) {
    return `The import stopped: ${describeFault(error)}.\nStart the same command again: nothing is taken twice.`
  } finally {
    await destination.close()
  }
}

/** One importer for each kind of arrival and each folder of kept documents. */
function createImporters(
  call: ImportCall,
  destination: OpenDestination,
  own: Mapping | null,
  fallback: readonly PublicationCode[],
): (arrival: Arrival, folder: string) => Importer {
  const made = new Map<string, Importer>()
  return ({ publications, isPaid, source }, folder) => {
    const codes = publications.filter((code) => toCode(code) !== null)
    const way = {
      publications: codes.length === 0 ? fallback : codes,
      isPaid: isPaid || call.given.paid === true,
      source,
    }
    const key = JSON.stringify([way, folder])
    const known = made.get(key)
    if (known !== undefined) return known
    const importer = openImporter({ ...call, given: { ...call.given, rejects: folder } }, destination, own, way)
    made.set(key, importer)
    return importer
  }
}

function printDone({ terminal }: ImportCall, done: readonly Retried[], code: Done): Done {
  for (const { id, sourceId, outcome, reason } of done)
    if (outcome !== 'in')
      terminal.err(
        `${outcome === 'refused' ? 'refused' : 'put aside'} ${id}${sourceId === '' ? '' : ` (${sourceId})`}: ${reason}\n`,
      )
  const count = (wanted: Retried['outcome']) => done.filter(({ outcome }) => outcome === wanted).length
  terminal.out(`${count('in')} came in, ${count('put-aside')} put aside again, ${count('refused')} refused again\n`)
  return code
}
