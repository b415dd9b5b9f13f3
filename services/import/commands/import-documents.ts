/** `npm run import -- FILE|FOLDER|URL…`: reads the named sources and imports them. */
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { createDelivery } from '../delivery/deliver.ts'
import type { ContentClients } from '../delivery/deliver.ts'
import { createRoomDelivery, type RoomClients } from '../delivery/deliver-room.ts'
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
import { findPublications, findWrongName, readNamedMapping, toKeptIn, toPath } from './import-context.ts'
import type { ImportContext } from './import-context.ts'

export async function importDocuments(context: ImportContext): Promise<0 | 1 | 2 | 3> {
  const { values, operands, terminal, wrong } = context
  if (operands.length === 0) return wrong('Name at least one file, folder or address.')
  if (values.site !== undefined && !/^https?:\/\/[^/?#]+/i.test(values.site))
    return wrong('--site is an address such as https://www.example.com.')
  const wrongName = findWrongName(context)
  if (wrongName !== null) return wrong(wrongName)
  const own = readNamedMapping(context)
  if (typeof own === 'string') return fail(context, own)
  const sources = await findSources(context)
  if (typeof sources === 'string') return fail(context, sources)
  const publications = await findPublications(context)
  if (typeof publications === 'string') return wrong(publications)

  const isDry = values['dry-run'] === true
  const destination = isDry ? null : await openFor(context, publications[0]!)
  if (destination?.kind === 'refused') return fail(context, destination.reason)
  if (destination) terminal.err(`Importing into ${publications.join(', ')} ${destination.description}.\n`)
  const importer = openImporter(context, destination, own, { publications, isPaid: values.paid === true })

  const summary = createSummary(terminal, sources)
  let stopped = ''
  try {
    const table = values.report === undefined ? null : await openReportFile(toPath(context, values.report))
    const count = async (report: ImportReport, format: string, parsed: number) => {
      await table?.add(report)
      summary.add(report, format, parsed)
    }
    for (const source of sources) {
      for await (const part of source.read(context.now())) {
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

export function fail({ terminal }: ImportContext, message: string): 2 {
  terminal.err(`${message}\n`)
  return 2
}

/** The sources, or a text: the reason why there is nothing to read. */
async function findSources(context: ImportContext): Promise<Source[] | string> {
  const sources: Source[] = []
  for (const path of context.operands) {
    try {
      for await (const source of listSources(toPath(context, path), toHints(context))) sources.push(source)
    } catch (error) {
      const isMissing = (error as { code?: string }).code === 'ENOENT'
      return `${path}: ${isMissing ? 'there is no such file or folder' : (error as Error).message}`
    }
  }
  return sources.length === 0 ? 'There is nothing to import (JSON, XML and CSV files are looked for).' : sources
}

function toHints({ values: { site, types } }: ImportContext): SourceHints {
  const articleTypes = types?.flatMap((names) => names.split(',')).map((name) => name.trim())
  return {
    ...(site === undefined ? {} : { address: site }),
    ...(articleTypes === undefined ? {} : { articleTypes }),
  }
}

export function openFor({ values, environment, dataDir }: ImportContext, publication: Mandator): Promise<Destination> {
  return openDestination({ dataDir, publication, url: values.url, key: values.key, environment })
}

/** `destination` null: a dry run, writes nothing. */
export function openImporter(
  context: ImportContext,
  destination: Extract<Destination, { kind: 'open' }> | null,
  own: Mapping | null,
  { publications, isPaid, source = '' }: { publications: readonly Mandator[]; isPaid: boolean; source?: string },
  isKeeping = destination !== null,
): Importer {
  const { values, dataDir } = context
  const [owner, ...carriers] = publications
  return createImporter({
    delivery: createDelivery({
      publication: owner!,
      carriers,
      clients: destination?.clients ?? DRY,
      mapping: own ?? destination?.mapping ?? readDefaultMapping(),
      isPaid,
    }),
    rooms: createRoomDelivery(publications, destination?.roomsOf ?? (() => DRY_ROOMS)),
    pictures: createPictureStore({
      dataDir,
      isFetching: values.pictures === true && destination !== null,
      keep: destination?.keepPicture ?? (async () => {}),
    }),
    dataDir,
    arrival: { publications, isPaid, source },
    keptIn: toKeptIn(context, destination?.isOwnData === true),
    now: context.now,
    isKeeping,
  })
}

const DRY_ROOMS: RoomClients = {
  notices: {
    ingest: async () => ({
      ok: true,
      headers: new Headers(),
      data: { outcome: 'created', path: '', reason: '' },
    }),
  },
  markets: {
    ingest: async ({ body: { delivery } }) => ({
      ok: true,
      headers: new Headers(),
      data: {
        results: [
          {
            sourceId: '',
            outcome: delivery.kind === 'listings' ? ('created' as const) : ('unchanged' as const),
            path: '',
            reason: delivery.kind === 'listings' ? '' : 'a dry run ends nothing',
          },
        ],
      },
    }),
  },
  sport: {
    ingest: async () => ({
      ok: true,
      headers: new Headers(),
      data: { outcome: 'created', path: '', reason: '' },
    }),
  },
  quizzes: {
    ingestQuizzes: async ({ body }) => ({
      ok: true,
      headers: new Headers(),
      data: {
        results: body.quizzes.map(({ sourceId, status }) => ({
          sourceId,
          outcome: status === 'usable' ? ('created' as const) : ('removed' as const),
          id: null,
          reason: '',
        })),
      },
    }),
  },
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
