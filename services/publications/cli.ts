/**
 * `npm run publication -- new|documents|check|list|diff|apply|export`: a publication as a folder. Asks a running portal with its key;
 * without one the database directly. A folder is applied whole or not at all.
 * Ends with 0 when it was done, 1 when it was refused, 2 when the command was wrong.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { createClient, type Client } from '@lokalteil/contracts/kernel/client'
import { PUBLICATIONS_INTERNAL, type Plan } from '@lokalteil/contracts/publication/publication-api'
import type { Finding, PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { toCode } from '@lokalteil/domain/publication/publications'
import {
  parseCommand,
  runProgram,
  refuse,
  withService,
  type Environment,
  type Terminal,
} from '../platform/operator-command.ts'
import { createPublicationsService } from './app.ts'
import { writeDrafts, writeNewFolder } from './documents/drafts.ts'
import { DOCUMENT_TEMPLATES } from './documents/fill-documents.ts'
import { isSellable, listMissingLegalData, sellsSomething } from './documents/legal-check.ts'
import { readFolder } from './folder/read-folder.ts'
import { writeFolder } from './folder/write-folder.ts'
import type { Article } from './grammar.ts'
import { createNewFolder, type Beginning } from './new-folder.ts'

const USAGE = `Usage: npm run publication -- new CODE [--name NAME --region REGION --company COMPANY --street STREET
         --postcode POSTCODE --town TOWN --email MAIL] [--host HOST] [--colour "#1f4f8a"] [--wordmark FILE.svg]
         [--variant first|second] [--claim CLAIM] [--article der|die|das|none] [--folder FOLDER]
       npm run publication -- documents FOLDER [ID …]
       npm run publication -- check [FOLDER …]
       npm run publication -- diff FOLDER
       npm run publication -- apply FOLDER [--prefer folder|here]
       npm run publication -- export CODE [FOLDER]
       npm run publication -- list

'new' writes publications/CODE; what is not given is asked for. 'documents' fills imprint, privacy notice, terms and so on
again with what the folder says today: those that are missing, those nobody wrote in since, and those that are named. 'check' says what is wrong with folders (default: all of
PUBLICATIONS_DIR or publications/), what you still have to decide, and why nothing can be ordered yet. 'diff' says what 'apply' would change. What was edited in
the portal since the last apply stays; where folder and portal both changed the same, nothing is applied until --prefer says
which side counts. 'export' writes what is in force as a folder.

  --url BASE    the running portal (default: http://127.0.0.1:PORT)
  --key KEY     its key (default: PUBLICATIONS_SERVICE_KEY or DATA_DIR/keys/publications.key)
  --help`

const OPTIONS = {
  name: { type: 'string' },
  region: { type: 'string' },
  claim: { type: 'string' },
  host: { type: 'string' },
  colour: { type: 'string' },
  wordmark: { type: 'string' },
  variant: { type: 'string' },
  article: { type: 'string' },
  company: { type: 'string' },
  street: { type: 'string' },
  postcode: { type: 'string' },
  town: { type: 'string' },
  email: { type: 'string' },
  folder: { type: 'string' },
  prefer: { type: 'string' },
} as const

type Keeper = Client<typeof PUBLICATIONS_INTERNAL>
type Asked = {
  values: Readonly<Partial<Record<keyof typeof OPTIONS | 'url' | 'key', string | undefined>>>
  rest: readonly string[]
  environment: Environment
  terminal: Terminal
  /** npm runs commands in the repository; paths are meant from where they were typed. */
  toPath: (path: string) => string
  wrong: (message: string) => 2
}
type Code = 0 | 1 | 2

const VERBS: Readonly<Record<string, (asked: Asked) => Promise<Code>>> = {
  new: makeNew,
  documents: fillAgain,
  check,
  diff: (asked) => send(asked, 'diff'),
  apply: (asked) => send(asked, 'apply'),
  export: exportFolder,
  list,
}

export async function runPublication(
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<Code> {
  const parsed = parseCommand(args, OPTIONS, USAGE, terminal)
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  const [verb = '', ...rest] = positionals
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
  if (run === undefined) return wrong(verb === '' ? 'What is to be done?' : `There is no "${verb}".`)
  const toPath = (path: string) => resolve(environment.INIT_CWD || '.', path)
  return run({ values, rest, environment, terminal, toPath, wrong })
}

// A new one

/** In this order; `hint` shows what is meant. */
const QUESTIONS: readonly [keyof Beginning & keyof typeof OPTIONS, string][] = [
  ['name', 'Name of the publication'],
  ['region', 'Region it covers, as in "Nachrichten aus …"'],
  ['company', 'Publisher: company'],
  ['street', 'Street and number'],
  ['postcode', 'Postcode'],
  ['town', 'Town'],
  ['email', 'Mail address of the editorial office'],
  ['colour', 'Colour of the paper (empty: #1f4f8a)'],
]

async function makeNew({ values, rest, environment, terminal, toPath, wrong }: Asked): Promise<Code> {
  const [code = ''] = rest
  if (toCode(code) === null)
    return wrong(
      code === '' ? 'Which code? Like musterbote.' : `"${code}" is no code: 2 to 16 lower-case letters and digits.`,
    )
  if (values.variant !== undefined && values.variant !== 'first' && values.variant !== 'second')
    return wrong('--variant is first or second.')
  const { article } = values
  if (article !== undefined && !isArticle(article)) return wrong('--article is der, die, das or none.')
  const answers = await ask(values)
  if (typeof answers === 'string') return wrong(answers)
  const beginning = { ...values, ...answers, code, variant: values.variant } as Beginning
  const made = createNewFolder(beginning, toToday())
  if (!made.ok) {
    for (const { path, message } of made.issues) terminal.err(`--${String(path.at(-1) ?? '')}: ${message}\n`)
    return 2
  }
  const files = new Map<string, Uint8Array>()
  if (values.wordmark !== undefined) {
    const bytes = await readFile(toPath(values.wordmark)).catch(() => null)
    if (bytes === null) return wrong(`${values.wordmark} cannot be read.`)
    files.set('brand/wordmark.svg', bytes)
  }
  const folder = toPath(values.folder ?? join(environment.PUBLICATIONS_DIR || 'publications', code))
  if (!(await writeNewFolder(folder, made.folder, files))) {
    terminal.err(`${folder} is not empty; nothing was written.\n`)
    return 1
  }
  const { findings } = await readFolder(folder)
  if (findings.some(({ level }) => level === 'error')) {
    show(folder, findings, terminal)
    return 1
  }
  terminal.out(
    `Done: ${folder}\nWhat you still have to decide: npm run publication -- check ${folder}\nPut it on the air: npm run publication -- apply ${folder}\n`,
  )
  return 0
}

/** What is not given, from whoever sits there; a text: nobody does, and it is needed. */
async function ask(values: Asked['values']): Promise<Record<string, string> | string> {
  const open = QUESTIONS.filter(([name]) => values[name] === undefined)
  if (!process.stdin.isTTY) {
    const missing = open.filter(([name]) => name !== 'colour')
    return missing.length === 0 ? {} : `Say ${missing.map(([name]) => `--${name}`).join(', ')}.`
  }
  const answers: Record<string, string> = {}
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  for (const [name, question] of open) {
    const answer = (await terminal.question(`${question}: `)).trim()
    if (answer !== '') answers[name] = answer
  }
  terminal.close()
  return answers
}

function isArticle(text: string): text is Article {
  return ['der', 'die', 'das', 'none'].includes(text)
}

function toToday(): string {
  return new Date().toISOString().slice(0, 10)
}

// Its documents

const DRAFT_WORDS = {
  new: 'written',
  again: 'written again',
  same: 'says what the folder says',
  yours: 'left: somebody wrote in it',
} as const

async function fillAgain({ rest: [place, ...ids], terminal, toPath, wrong }: Asked): Promise<Code> {
  if (place === undefined) return wrong('Which folder?')
  const path = toPath(place)
  const { folder, findings } = await readFolder(path)
  if (folder === null) {
    show(path, findings, terminal)
    terminal.err('Nothing was changed.\n')
    return 1
  }
  const unknown = ids.find((id) => !DOCUMENT_TEMPLATES.some((template) => template.id === id))
  if (unknown !== undefined)
    return wrong(`There is no draft of "${unknown}"; there are ${DOCUMENT_TEMPLATES.map(({ id }) => id).join(', ')}.`)
  for (const { id, outcome } of await writeDrafts(path, folder, { today: toToday(), named: new Set(ids) }))
    terminal.out(`  documents/${id}.md`.padEnd(32) + `${DRAFT_WORDS[outcome]}\n`)
  return 0
}

// Check

async function check({ rest, environment, terminal, toPath, wrong }: Asked): Promise<Code> {
  const folders =
    rest.length > 0 ? rest.map(toPath) : await listFolders(toPath(environment.PUBLICATIONS_DIR || 'publications'))
  if (folders.length === 0) return wrong('Which folder?')
  let isSound = true
  for (const path of folders) {
    const { folder, findings } = await readFolder(path)
    const legal = folder === null ? [] : listMissingLegalData(folder)
    const obstacles = folder === null || !sellsSomething(folder) ? [] : listSaleObstacles(folder)
    const isSaid = ({ file, field, message }: Finding) =>
      legal.some((one) => one.file === file && one.field === field && one.message === message)
    show(path, [...findings, ...legal, ...obstacles.filter((one) => !isSaid(one))], terminal)
    if (obstacles.length > 0)
      terminal.out(`  Nothing can be ordered before: ${[...new Set(obstacles.map(toPlace))].join(', ')}\n`)
    if (folder === null) isSound = false
  }
  return isSound ? 0 : 1
}

function listSaleObstacles(folder: PublicationFolder): Finding[] {
  const sellable = isSellable(folder)
  // The folder can be applied all the same.
  return sellable.ok
    ? []
    : sellable.missing.map((one) => ({ ...one, level: one.level === 'error' ? 'warning' : one.level }))
}

function toPlace({ file, field }: Finding): string {
  return field === '' ? file : field
}

async function listFolders(place: string): Promise<string[]> {
  const entries = await readdir(place, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(place, name))
}

const WORDS = { error: 'error', warning: 'warning', todo: 'decide' } as const

function show(place: string, findings: readonly Finding[], terminal: Terminal): void {
  terminal.out(`${place}: ${findings.length === 0 ? 'sound' : ''}\n`)
  for (const { level, file, line, field, message, remedy } of findings)
    terminal.out(
      `  ${WORDS[level].padEnd(8)} ${file}${line === null ? '' : `:${line}`}${field === '' ? '' : ` ${field}`} ${message}\n           ${remedy}\n`,
    )
}

// With a portal

async function send(asked: Asked, verb: 'diff' | 'apply'): Promise<Code> {
  const { rest, values, terminal, toPath, wrong } = asked
  const { prefer = 'neither' } = values
  if (prefer !== 'neither' && prefer !== 'folder' && prefer !== 'here') return wrong('--prefer is folder or here.')
  if (rest.length !== 1) return wrong('Which folder?')
  const path = toPath(rest[0]!)
  const { folder, files, findings } = await readFolder(path)
  if (folder === null) {
    show(path, findings, terminal)
    terminal.err('Nothing was changed.\n')
    return 1
  }
  return withKeeper(asked, async (keeper) => {
    const params = { code: folder.identity.code }
    const planned = await keeper.planPublication({ params, body: { folder, prefer } })
    if (!planned.ok) return refuse({ terminal }, planned)
    showPlan(planned.data, terminal)
    const isStopped = planned.data.conflicts.length > 0 || planned.data.findings.some(({ level }) => level === 'error')
    if (verb === 'diff' || isStopped) return isStopped ? 1 : 0
    const missing = new Set(planned.data.missingFiles)
    for (const [name, bytes] of files) {
      if (!missing.has(folder.files[name] ?? '')) continue
      const kept = await keeper.saveFile({ body: { base64: Buffer.from(bytes).toString('base64') } })
      if (!kept.ok) return refuse({ terminal }, kept)
    }
    const applied = await keeper.applyPublication({ params, body: { folder, prefer } })
    if (!applied.ok) return refuse({ terminal }, applied)
    terminal.out(`${folder.identity.name} is in force, version ${applied.data.version}.\n`)
    return 0
  })
}

function showPlan({ isNew, changes, conflicts, kept, findings }: Plan, terminal: Terminal): void {
  if (isNew) terminal.out('A new publication.\n')
  for (const { field, kind, from, to } of changes)
    terminal.out(`  ${kind.padEnd(8)} ${field}: ${[from, to].filter((value) => value !== null).join(' → ')}\n`)
  for (const field of kept) terminal.out(`  kept     ${field}: edited in the portal\n`)
  for (const { field, file, here } of conflicts)
    terminal.out(`  conflict ${field}: ${file ?? 'nothing'} in the folder, ${here ?? 'nothing'} in the portal\n`)
  for (const { file, field, message, remedy } of findings)
    terminal.out(`  error    ${file} ${field} ${message}. ${remedy}\n`)
  if (!isNew && changes.length + conflicts.length + kept.length + findings.length === 0)
    terminal.out('Nothing differs.\n')
}

async function exportFolder(asked: Asked): Promise<Code> {
  const { rest, terminal, toPath, wrong } = asked
  const [code = '', place] = rest
  if (toCode(code) === null) return wrong('Which publication?')
  return withKeeper(asked, async (keeper) => {
    const found = await keeper.getPublication({ params: { code } })
    if (!found.ok) return refuse({ terminal }, found)
    const folder: PublicationFolder = found.data.folder
    const files = new Map<string, Uint8Array>()
    for (const [name, digest] of Object.entries(folder.files)) {
      const file = await keeper.getFile({ params: { digest } })
      if (!file.ok) return refuse({ terminal }, file)
      files.set(name, Buffer.from(file.data.base64, 'base64'))
    }
    const path = toPath(place ?? join('publications', code))
    if (await writeFolder(path, folder, files)) {
      terminal.out(`Written: ${path}\n`)
      return 0
    }
    terminal.err(`${path} is not empty; nothing was written.\n`)
    return 1
  })
}

async function list(asked: Asked): Promise<Code> {
  return withKeeper(asked, async (keeper) => {
    const found = await keeper.listPublications({})
    if (!found.ok) return refuse(asked, found)
    for (const { code, name, version, changedAt } of found.data.publications)
      asked.terminal.out(`${code}  ${name}  version ${version}, ${changedAt}\n`)
    return 0
  })
}

async function withKeeper(
  { environment, values, wrong }: Asked,
  work: (keeper: Keeper) => Promise<Code>,
): Promise<Code> {
  const done = await withService(
    {
      environment,
      url: values.url,
      key: values.key,
      keeps: 'publications',
      keyName: 'publications',
      mount: '/__services/publications',
      path: '',
      connect: (fetch, base, key): Keeper =>
        createClient(PUBLICATIONS_INTERNAL, {
          fetch,
          base,
          headers: { authorization: `Bearer ${key}` },
          timeout: 60_000,
        }),
      probe: (keeper) => keeper.listPublications({}),
      openOwn: (database, serviceKey) => createPublicationsService({ database, serviceKey }),
    },
    work,
  )
  return typeof done === 'string' ? wrong(done) : done
}

if (import.meta.main) await runProgram(runPublication)
