/**
 * `npx lokalteil import`: brings documents of agencies into one or several publications. A running portal gets them over HTTP;
 * without one the database is opened here. "read" and "retry" end with 0 when all documents came in or were put aside, 1 when
 * some were refused, 2 when none could be used or the command was wrong, 3 when they had to stop (a full disk, a portal that
 * went away): the imported documents stay, and the same command continues.
 */
import { defineNoun } from '../platform/commands/command.ts'
import { importDocuments } from './commands/import-documents.ts'
import { IMPORT_REACH } from './commands/import-office.ts'
import { retryRejects, showRejects } from './commands/import-rejects.ts'
import { pollNow, showStatus } from './commands/import-status.ts'
import { watchFolder } from './commands/import-watch.ts'

export const runImport = defineNoun({
  name: 'import',
  more: `Takes dpa digitalwires, ninjs 1.x, 2.x and 3.x, NewsML-G2, RSS, Atom, JSON Feed, plain texts (one JSON a line) and the export of a WordPress or Ghost site (docs/moving-in.md); the format is recognised by the content.`,
  reach: IMPORT_REACH,
  words: {
    PLACE: 'a file, a folder or an address',
    CODE: 'of a publication, or all; may be repeated: the first owns the articles, the others carry them where they have the section',
    SOURCE: { is: 'a source of sources.yaml, like musterbote/polizei; "status" lists them', fits: /^[^/]+\/[^/]+$/ },
    ID: 'as "rejects" prints it; may be shortened',
    ADDRESS: { is: 'an address such as https://www.example.com', fits: /^https?:\/\/[^/?#]+/i },
  },
  options: {
    publication: 'whose documents they are (default: MANDATOR, or the only one there is)',
    mapping: 'own table of sections, tags and regions (docs/import.md)',
    paid: 'the articles belong to subscribers; flashes, pictures and audio stay free',
    pictures: 'fetch the pictures that the documents name',
    rejects: 'where documents that are not published are kept (default: import in the data directory of the portal)',
    site: 'where a Ghost site was to be had, for its links and pictures',
    types: 'types of posts of a WordPress export that are articles beside "post"',
    report: 'a table of what became of each document, as CSV',
    'dry-run': 'read and map everything, write nothing',
    all: 'everything that is set aside',
  },
  verbs: {
    'read PLACE… [--publication CODE…] [--mapping FILE] [--paid] [--pictures] [--rejects FOLDER] [--site ADDRESS] [--types NAME…] [--report FILE] [--dry-run]':
      {
        about: 'brings in what is named',
        run: (given, call) => importDocuments({ ...call, given }),
      },
    'watch FOLDER [--publication CODE…] [--mapping FILE] [--paid] [--pictures] [--rejects FOLDER]': {
      about: 'brings in what is put into a folder until Ctrl-C: files that are complete, moved to done or rejected',
      run: (given, call) => watchFolder({ ...call, given }),
    },
    'rejects [--publication CODE…] [--rejects FOLDER]': {
      about: 'lists what was set aside',
      run: (given, call) => showRejects({ ...call, given }),
    },
    'retry [ID…] [--all] [--publication CODE…] [--mapping FILE] [--paid] [--pictures] [--rejects FOLDER]': {
      about: 'imports it once more with the mapping of today: what comes in is removed from there',
      run: (given, call) => retryRejects({ ...call, given }),
    },
    'status [--publication CODE…]': {
      about: 'how the feeds and folders of sources.yaml are doing; ends with 1 where one is failing or over',
      ask: (imports, given, call) => showStatus({ ...call, given }, imports),
    },
    'poll SOURCE': {
      about: 'reads a source now, even one that is over',
      ask: (imports, { source }, { terminal }) => pollNow(source, terminal, imports),
    },
  },
})
