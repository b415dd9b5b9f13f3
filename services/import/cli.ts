/**
 * `npm run import -- [options] FILE|FOLDER|URL…`: brings documents of agencies into one or several publications.
 * A running portal gets them over HTTP; without one the database is opened here. Ends with 0 when all came in,
 * 1 when some were refused, 2 when nothing could be used or the command was wrong.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { MANDATORS, toMandator } from '@lokalteil/domain/publications'
import type { Mandator } from '@lokalteil/domain/publications'
import { createDelivery } from './deliver.ts'
import type { ContentClients, Outcome } from './deliver.ts'
import { openDestination } from './destination.ts'
import { createImporter } from './importer.ts'
import type { ImportReport } from './importer.ts'
import { readDefaultMapping, readMapping } from './mapping.ts'
import type { Mapping } from './mapping.ts'
import { createPictureStore } from './pictures.ts'
import { listSources } from './sources.ts'
import type { Source } from './sources.ts'

const USAGE = `Usage: npm run import -- [options] FILE|FOLDER|URL…

Takes dpa digitalwires, ninjs 1.x, 2.x and 3.x, NewsML-G2, RSS, Atom and plain texts (one JSON a line);
the format is recognised by the content.

  --publication CODE  ${MANDATORS.join(', ')} or all; may be repeated: the first owns the articles, the
                      others carry them where they have the section (default: MANDATOR or ak)
  --mapping FILE      own table of sections, tags and regions (docs/import.md)
  --paid              the articles belong to subscribers; flashes, pictures and audio stay free
  --pictures          fetch the pictures that the documents name
  --url BASE          the running portal (default: http://127.0.0.1:PORT)
  --key KEY           its ingest key (default: INGEST_KEY or DATA_DIR/keys/ingest.key)
  --dry-run           read and map everything, write nothing
  --help`

type Terminal = { out: (text: string) => void; err: (text: string) => void; isInteractive: boolean }

export async function runImport(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<0 | 1 | 2> {
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
  const publications = toPublications(values.publication ?? [environment.MANDATOR || 'ak'])
  if (typeof publications === 'string') return wrong(`There is no publication "${publications}".`)

  // npm runs the command in the repository; paths are meant from where it was typed.
  const toPath = (path: string) => (/^https?:\/\//i.test(path) ? path : resolve(environment.INIT_CWD || '.', path))
  const mapping = values.mapping === undefined ? readDefaultMapping() : loadMapping(toPath(values.mapping))
  if (Array.isArray(mapping)) {
    terminal.err(`The mapping file ${values.mapping} cannot be used:\n${mapping.map((line) => `  ${line}\n`).join('')}`)
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

  const dataDir = environment.DATA_DIR || '.data'
  const isDry = values['dry-run'] === true
  const destination = isDry
    ? null
    : await openDestination({ dataDir, publication: publications[0]!, url: values.url, key: values.key, environment })
  if (destination?.kind === 'refused') {
    terminal.err(`${destination.reason}\n`)
    return 2
  }
  if (destination) terminal.err(`Importing into ${publications.join(', ')} ${destination.description}.\n`)

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
    now: () => new Date(),
    isKeeping: !isDry,
  })

  const summary = createSummary(terminal, sources)
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
  } finally {
    if (destination) await destination.close()
  }
  return summary.print(isDry)
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

function toPublications(codes: readonly string[]): Mandator[] | string {
  if (codes.includes('all')) return [...MANDATORS]
  const found: Mandator[] = []
  for (const code of codes.flatMap((value) => value.split(','))) {
    const publication = toMandator(code.trim())
    if (publication === null) return code
    if (!found.includes(publication)) found.push(publication)
  }
  return found
}

function loadMapping(file: string): Mapping | string[] {
  const read = readMapping(file)
  return read.kind === 'mapping' ? read.mapping : read.problems
}

/** More would hide the refusals. */
const MOST_NOTES = 200

function createSummary(terminal: Terminal, sources: readonly Source[]) {
  const started = performance.now()
  const total = sources.reduce((sum, source) => sum + source.bytes, 0)
  const counts: Record<Outcome, number> = { created: 0, updated: 0, unchanged: 0, removed: 0, refused: 0 }
  const formats = new Map<string, number>()
  const refusals: ImportReport['refusals'] = []
  const skipped: string[] = []
  let notes = 0
  let pictures = 0
  let bodyNotes = 0
  let documents = 0
  let taken = 0
  let bytes = 0
  let refused = 0
  let printed = started

  const showProgress = () => {
    const time = performance.now()
    if (time - printed < (terminal.isInteractive ? 500 : 10_000)) return
    printed = time
    const seconds = (time - started) / 1000
    const left = bytes > 0 && total > bytes ? `, ${Math.ceil((seconds / bytes) * (total - bytes))} s left` : ''
    const line = `${documents} documents, ${Math.round(documents / seconds)} a second${left}`
    terminal.err(terminal.isInteractive ? `\r\u001b[K${line}` : `${line}\n`)
  }

  return {
    read(more: number) {
      bytes += more
      showProgress()
    },
    skip(name: string, reason: string) {
      if (skipped.length < 100) skipped.push(`${name}: ${reason}`)
    },
    add(report: ImportReport, format: string, parsed: number) {
      documents += parsed
      if (format !== '' && parsed > 0) formats.set(format, (formats.get(format) ?? 0) + parsed)
      for (const { outcome } of report.results) {
        counts[outcome] += 1
        if (outcome !== 'refused') taken += 1
      }
      refused += report.refusals.length
      for (const refusal of report.refusals) if (refusals.length < 200) refusals.push(refusal)
      for (const note of report.notes) {
        if (note.address === '') bodyNotes += 1
        else pictures += 1
        notes += 1
        if (notes <= MOST_NOTES)
          terminal.err(
            `${terminal.isInteractive ? '\r\u001b[K' : ''}${note.address === '' ? 'note' : `without picture ${note.address}`}: ${note.reason} (${note.sourceId})\n`,
          )
      }
    },
    print(isDry: boolean): 0 | 1 | 2 {
      const seconds = (performance.now() - started) / 1000
      if (terminal.isInteractive) terminal.err('\r\u001b[K')
      for (const line of skipped) terminal.err(`skipped ${line}\n`)
      for (const { origin, sourceId, reason, keptAt } of refusals) {
        terminal.err(
          `refused ${origin}${sourceId === '' ? '' : ` (${sourceId})`}: ${reason}${keptAt === '' ? '' : `\n        kept at ${keptAt}`}\n`,
        )
      }
      if (refused > refusals.length) terminal.err(`… and ${refused - refusals.length} more\n`)
      const kinds = [...formats].map(([format, count]) => `${count} ${format}`).join(', ')
      terminal.out(
        `${isDry ? 'Dry run: ' : ''}${documents} documents${kinds === '' ? '' : ` (${kinds})`} in ${seconds.toFixed(1)} s, ${Math.round(documents / Math.max(seconds, 0.001))} a second\n`,
      )
      const unread = refused - counts.refused
      const rows = [
        ['created', counts.created],
        ['updated', counts.updated],
        ['unchanged', counts.unchanged],
        ['removed', counts.removed],
        ['refused', counts.refused + unread],
      ] as const
      for (const [label, count] of rows) terminal.out(`${label.padStart(11)} ${String(count).padStart(8)}\n`)
      if (unread > 0) terminal.out(`${unread} of the refused could not be read\n`)
      if (notes > MOST_NOTES) terminal.err(`… and ${notes - MOST_NOTES} more notes\n`)
      if (pictures > 0) terminal.out(`${pictures} pictures were left out\n`)
      if (bodyNotes > 0) terminal.out(`${bodyNotes} notes on parts of texts that could not be kept as they were\n`)
      if (taken === 0) return 2
      return refused > 0 ? 1 : 0
    },
  }
}

if (import.meta.main) {
  process.exitCode = await runImport(process.argv.slice(2), process.env, {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    isInteractive: process.stderr.isTTY,
  })
}
