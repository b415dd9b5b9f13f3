/**
 * The work of `npm run import -- [options] FILE|FOLDER|URL…`: brings documents of agencies into one or several publications.
 * A running portal gets them over HTTP; without one the database is opened here. Ends with 0 when all came in or were
 * put aside, 1 when some were refused, 2 when nothing could be used or the command was wrong, 3 when it had to stop (a
 * full disk, a portal that went away): what came in before stays, and the same command goes on. The command itself is
 * `web/server/composition/import-command.ts`.
 */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { toUnknownPublication } from '../platform/operator-command.ts'
import { findOnlyPublication, listAllPublications } from '../platform/known-publications.ts'
import { toCode } from '@lokalteil/domain/publication/publications'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { createDelivery } from './delivery/deliver.ts'
import type { ContentClients } from './delivery/deliver.ts'
import { createSummary } from './delivery/import-summary.ts'
import type { Terminal } from './delivery/import-summary.ts'
import { openDestination } from './delivery/destination.ts'
import { createImporter } from './delivery/importer.ts'
import { readDefaultMapping, readMapping } from './delivery/mapping.ts'
import type { Mapping } from './delivery/mapping.ts'
import { createPictureStore } from './delivery/pictures.ts'
import { describeFault } from './delivery/set-aside.ts'
import { listSources } from './delivery/sources.ts'
import type { Source } from './delivery/sources.ts'

const USAGE = `Usage: npm run import -- [options] FILE|FOLDER|URL…

Takes dpa digitalwires, ninjs 1.x, 2.x and 3.x, NewsML-G2, RSS, Atom, JSON Feed and plain texts (one JSON
a line); the format is recognised by the content.

  --publication CODE  its code or all; may be repeated: the first owns the articles, the
                      others carry them where they have the section (default: MANDATOR, or the only one there is)
  --mapping FILE      own table of sections, tags and regions (docs/import.md)
  --paid              the articles belong to subscribers; flashes, pictures and audio stay free
  --pictures          fetch the pictures that the documents name
  --url BASE          the running portal (default: http://127.0.0.1:PORT)
  --key KEY           its ingest key (default: INGEST_KEY or DATA_DIR/keys/ingest.key)
  --rejects FOLDER    where documents that are not published are kept (default: import in the data directory
                      of the portal; docs/import.md)
  --dry-run           read and map everything, write nothing
  --help`

/** Where npm starts a portal that names no DATA_DIR. */
const ROOT_DATA = join(import.meta.dirname, '../../.data')

export async function runImport(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<0 | 1 | 2 | 3> {
  const wrong = (message: string): 2 => {
    terminal.err(`${message}\n\n${USAGE}\n`)
    return 2
  }
  let parsed
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        publication: { type: 'string', multiple: true },
        mapping: { type: 'string' },
        paid: { type: 'boolean' },
        pictures: { type: 'boolean' },
        url: { type: 'string' },
        key: { type: 'string' },
        rejects: { type: 'string' },
        'dry-run': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    return wrong(error instanceof Error ? error.message : 'wrong options')
  }
  const { values, positionals } = parsed
  if (values.help) {
    terminal.out(`${USAGE}\n`)
    return 0
  }
  if (positionals.length === 0) return wrong('Name at least one file, folder or address.')
  const named = values.publication === undefined ? null : toPublications(values.publication)
  if (typeof named === 'string') return wrong(named)
  // npm runs the command in the repository; paths are meant from where it was typed.
  const toPath = (path: string) => (/^https?:\/\//i.test(path) ? path : resolve(environment.INIT_CWD || '.', path))
  const own = values.mapping === undefined ? null : loadMapping(toPath(values.mapping))
  if (Array.isArray(own)) {
    terminal.err(`The mapping file ${values.mapping} cannot be used:\n${own.map((line) => `  ${line}\n`).join('')}`)
    return 2
  }

  const sources: Source[] = []
  for (const path of positionals) {
    try {
      for await (const source of listSources(toPath(path))) sources.push(source)
    } catch (error) {
      terminal.err(
        `${path}: ${(error as { code?: string }).code === 'ENOENT' ? 'there is no such file or folder' : (error as Error).message}\n`,
      )
      return 2
    }
  }
  if (sources.length === 0) {
    terminal.err('There is nothing to import (JSON and XML files are looked for).\n')
    return 2
  }

  const dataDir = environment.DATA_DIR || ROOT_DATA
  const base = values.url ?? `http://127.0.0.1:${environment.PORT || 3000}`
  const publications = await findPublications(named, environment, base, dataDir)
  if (typeof publications === 'string') return wrong(publications)
  const isDry = values['dry-run'] === true
  const destination = isDry
    ? null
    : await openDestination({ dataDir, publication: publications[0]!, url: values.url, key: values.key, environment })
  if (destination?.kind === 'refused') {
    terminal.err(`${destination.reason}\n`)
    return 2
  }
  if (destination) terminal.err(`Importing into ${publications.join(', ')} ${destination.description}.\n`)

  const mapping = own ?? destination?.mapping ?? readDefaultMapping()
  const [owner, ...carriers] = publications
  const importer = createImporter({
    delivery: createDelivery({
      publication: owner!,
      carriers,
      clients: destination?.clients ?? DRY,
      mapping,
      isPaid: values.paid === true,
    }),
    pictures: createPictureStore({
      dataDir,
      isFetching: values.pictures === true && !isDry,
      keep: destination?.keepPicture ?? (async () => {}),
    }),
    dataDir,
    keptIn:
      values.rejects === undefined
        ? toKeptIn(environment, dataDir, destination?.isOwnData === true)
        : toPath(values.rejects),
    now: () => new Date(),
    isKeeping: !isDry,
  })

  const summary = createSummary(terminal, sources)
  let stopped = ''
  try {
    for (const source of sources) {
      for await (const part of source.read(new Date())) {
        // A schema or a page that lies in a folder is no failed document.
        const isSkipped = !part.isDocument && !source.isListed
        if (isSkipped) summary.skip(source.name, part.refusals[0]?.reason ?? '')
        else summary.add(await importer.add(part, source), part.format, part.documents.length)
        summary.read(part.bytes)
      }
    }
    summary.add(await importer.finish(), '', 0)
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

/**
 * Beside the data of the portal. Where that is not known here (it runs elsewhere and DATA_DIR is not set), where programs
 * keep what must survive them, and never in the folder the command was typed in.
 */
function toKeptIn(
  environment: Readonly<Record<string, string | undefined>>,
  dataDir: string,
  isOwnData: boolean,
): string {
  if (environment.DATA_DIR || isOwnData) return join(dataDir, 'import')
  return join(environment.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'lokalteil', 'import')
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

/** A text: why nobody can say. */
async function findPublications(
  named: readonly Mandator[] | null,
  environment: Readonly<Record<string, string | undefined>>,
  base: string,
  dataDir: string,
): Promise<readonly Mandator[] | string> {
  if (named?.includes('all')) return listAllPublications(environment, base, dataDir)
  if (named !== null) return named
  const only = await findOnlyPublication(environment, base, dataDir)
  return typeof only === 'string' ? [only] : only.problem
}

function toPublications(codes: readonly string[]): Mandator[] | string {
  const found: Mandator[] = []
  for (const code of codes.flatMap((value) => value.split(','))) {
    const publication = toCode(code.trim())
    if (publication === null) return toUnknownPublication(code)
    if (!found.includes(publication)) found.push(publication)
  }
  return found
}

function loadMapping(file: string): Mapping | string[] {
  const read = readMapping(file)
  return read.kind === 'mapping' ? read.mapping : read.problems
}
