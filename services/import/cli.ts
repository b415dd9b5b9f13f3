/**
 * The work of `npm run import -- [options] FILE|FOLDER|URL…`: brings documents of agencies into one or several publications.
 * A running portal gets them over HTTP; without one the database is opened here. Ends with 0 when all came in or were
 * put aside, 1 when some were refused, 2 when nothing could be used or the command was wrong, 3 when it had to stop (a
 * full disk, a portal that went away): what came in before stays, and the same command goes on. The command itself is
 * `web/server/composition/import-command.ts`.
 */
import { parseArgs } from 'node:util'
import { toDataDir } from './commands/import-context.ts'
import type { ImportContext } from './commands/import-context.ts'
import { importDocuments } from './commands/import-documents.ts'
import { retryRejects, showRejects } from './commands/import-rejects.ts'
import { pollNow, showStatus } from './commands/import-status.ts'
import { watchFolder } from './commands/import-watch.ts'
import type { Terminal } from './delivery/import-summary.ts'

const USAGE = `Usage: npm run import -- [options] FILE|FOLDER|URL…
       npm run import -- [options] --watch FOLDER
       npm run import -- rejects
       npm run import -- retry ID…|--all
       npm run import -- status
       npm run import -- poll CODE/SOURCE

Takes dpa digitalwires, ninjs 1.x, 2.x and 3.x, NewsML-G2, RSS, Atom, JSON Feed, plain texts (one JSON a
line) and the export of a WordPress or Ghost site (docs/moving-in.md); the format is recognised by the content.
"rejects" lists what was set aside, "retry" imports it once more with the mapping of today: what comes in is
removed from there. "status" says how the feeds and folders of sources.yaml are doing, "poll" reads one now.

  --publication CODE  its code or all; may be repeated: the first owns the articles, the
                      others carry them where they have the section (default: MANDATOR, or the only one there is)
  --mapping FILE      own table of sections, tags and regions (docs/import.md)
  --paid              the articles belong to subscribers; flashes, pictures and audio stay free
  --pictures          fetch the pictures that the documents name
  --url BASE          the running portal (default: http://127.0.0.1:PORT)
  --key KEY           its ingest key (default: INGEST_KEY or DATA_DIR/keys/ingest.key)
  --rejects FOLDER    where documents that are not published are kept (default: import in the data directory
                      of the portal; docs/import.md)
  --site ADDRESS      where a Ghost site was to be had, for its links and pictures
  --types NAME        types of posts of a WordPress export that are articles beside "post"; may be repeated
  --report FILE       a table of what became of each document, as CSV
  --watch FOLDER      bring in what is put there until Ctrl-C: files that are complete, moved to done or rejected
  --dry-run           read and map everything, write nothing
  --help`

const OPTIONS = {
  publication: { type: 'string', multiple: true },
  mapping: { type: 'string' },
  paid: { type: 'boolean' },
  pictures: { type: 'boolean' },
  url: { type: 'string' },
  key: { type: 'string' },
  rejects: { type: 'string' },
  site: { type: 'string' },
  types: { type: 'string', multiple: true },
  report: { type: 'string' },
  'dry-run': { type: 'boolean' },
  all: { type: 'boolean' },
  watch: { type: 'string' },
  help: { type: 'boolean' },
} as const

/** The first word; a file of that name is written `./retry`. */
const VERBS: Readonly<Record<string, (context: ImportContext) => Promise<0 | 1 | 2 | 3>>> = {
  rejects: showRejects,
  retry: retryRejects,
  status: showStatus,
  poll: pollNow,
}

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
    parsed = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  } catch (error) {
    return wrong(error instanceof Error ? error.message : 'wrong options')
  }
  const { values, positionals } = parsed
  if (values.help) {
    terminal.out(`${USAGE}\n`)
    return 0
  }
  const verb = VERBS[positionals[0] ?? '']
  const work = verb ?? (values.watch === undefined ? importDocuments : watchFolder)
  return work({
    values,
    operands: verb === undefined ? positionals : positionals.slice(1),
    environment,
    terminal,
    dataDir: toDataDir(environment),
    wrong,
    now: () => new Date(),
  })
}
