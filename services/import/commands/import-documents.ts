/** `npx lokalteil import read PLACE…`: reads the named sources and imports them. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { Fault, type Call } from '../../platform/commands/call.ts'
import type { Done } from '../../platform/commands/reach.ts'
import { createDelivery } from '../delivery/deliver.ts'
import type { ContentClients } from '../delivery/deliver.ts'
import { createRoomDelivery, DRY_ROOM_DELIVERY } from '../delivery/deliver-room.ts'
import { openDestination } from '../delivery/destination.ts'
import type { Destination } from '../delivery/destination.ts'
import { createSummary } from '../delivery/import-summary.ts'
import { createImporter } from '../delivery/importer.ts'
import type { Importer, ImportReport } from '../delivery/importer.ts'
import { readDefaultMapping } from '../delivery/mapping.ts'
import type { Mapping } from '../delivery/mapping.ts'
import { createPictureStore } from '../delivery/pictures.ts'
import { openReportFile } from '../delivery/report-file.ts'
import { describeFault } from '../delivery/set-aside.ts'
import { listSources } from '../delivery/sources.ts'
import type { Source, SourceHints } from '../delivery/sources.ts'
import { checkNamed, findPublications, readNamedMapping, toKeptIn, toPlace, type ImportCall } from './import-context.ts'

export type OpenDestination = Extract<Destination, { kind: 'open' }>

type Read = ImportCall<{ place: readonly string[]; site?: string; types: readonly string[]; report?: string }>

export async function importDocuments(call: Read): Promise<Done> {
  const { given, terminal } = call
  checkNamed(call)
  const own = readNamedMapping(call)
  const sources = await findSources(call)
  const publications = await findPublications(call)

  const isDry = given['dry-run'] === true
  const destination = isDry ? null : await openFor(call, publications[0]!)
  if (destination) terminal.err(`Importing into ${publications.join(', ')} ${destination.description}.\n`)
  const importer = openImporter(call, destination, own, { publications, isPaid: given.paid === true })

  const summary = createSummary(terminal, sources)
  let stopped = ''
  try {
    const table = given.report === undefined ? null : await openReportFile(call.toPath(given.report))
    const count = async (report: ImportReport, format: string, parsed: number) => {
      await table?.add(report)
      summary.add(report, format, parsed)
    }
    for (const source of sources) {
      for await (const part of source.read(call.now())) {
        // A schema or a web page in a folder does not count as a failed document.
        const isSkipped = !part.isDocument && !source.isListed
        if (isSkipped) summary.skip(source.name, part.refusals[0]?.reason ?? '')
        else
          await count(
            await importer.add(part, source),
            part.format,
            part.documents.length + (part.roomDocuments?.length ?? 0),
          )
        summary.read(part.bytes)
      }
    }
    await count(await importer.finish(), '', 0)
  } catch (error) {
    stopped = describeFault(error)
  }
  try {
    await destination?.close()
  } catch (error) {
    stopped ||= describeFault(error)
  }
  const code = summary.print(isDry)
  if (stopped === '') return code
  terminal.err(
    `The import stopped: ${stopped}.\nWhat is counted above is in and stays. Start the same command again: nothing is taken twice.\n`,
  )
  return 3
}

async function findSources(call: Read): Promise<Source[]> {
  const sources: Source[] = []
  for (const path of call.given.place) {
    try {
      for await (const source of listSources(toPlace(call, path), toHints(call))) sources.push(source)
    } catch (error) {
      const isMissing = (error as { code?: string }).code === 'ENOENT'
      throw new Fault(`${path}: ${isMissing ? 'there is no such file or folder' : (error as Error).message}.`)
    }
  }
  if (sources.length === 0) throw new Fault('There is nothing to import (JSON, XML and CSV files are looked for).')
  return sources
}

function toHints({ given: { site, types } }: Read): SourceHints {
  const articleTypes = types.flatMap((names) => names.split(',').map((name) => name.trim()))
  return {
    address: site,
    articleTypes: articleTypes.length === 0 ? undefined : articleTypes,
  }
}

export async function openFor(
  { url, key, environment, dataDir }: Call,
  publication: PublicationCode,
): Promise<OpenDestination> {
  const destination = await openDestination({ dataDir, publication, url, key, environment })
  if (destination.kind === 'refused') throw new Fault(destination.reason, 'reach')
  return destination
}

/** `destination` null: a dry run, writes nothing. */
export function openImporter(
  call: ImportCall,
  destination: OpenDestination | null,
  own: Mapping | null,
  { publications, isPaid, source = '' }: { publications: readonly PublicationCode[]; isPaid: boolean; source?: string },
  isKeeping = destination !== null,
): Importer {
  const { given, dataDir } = call
  const [owner, ...carriers] = publications
  return createImporter({
    delivery: createDelivery({
      publication: owner!,
      carriers,
      clients: destination?.clients ?? DRY,
      mapping: own ?? destination?.mapping ?? readDefaultMapping(),
      isPaid,
    }),
    rooms: destination === null ? DRY_ROOM_DELIVERY : createRoomDelivery(publications, destination.roomsOf),
    pictures: createPictureStore({
      dataDir,
      isFetching: given.pictures === true && destination !== null,
      keep: destination?.keepPicture ?? (async () => {}),
    }),
    dataDir,
    arrival: { publications, isPaid, source },
    keptIn: toKeptIn(call, destination?.isOwnData === true),
    now: call.now,
    isKeeping,
  })
}

const DRY: ContentClients = {
  internal: {
    ingest: async ({ body }) => ({
      ok: true,
      headers: new Headers(),
      data: {
        results: body.documents.map(({ sourceId, status }) => ({
          sourceId,
          outcome: status === 'usable' ? ('created' as const) : ('removed' as const),
          id: null,
          reason: '',
        })),
      },
    }),
  },
}
