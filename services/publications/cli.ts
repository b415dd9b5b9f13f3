/** `npx lokalteil publication`: a publication as a folder. A folder is applied whole or not at all. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { PUBLICATIONS_INTERNAL, type Plan } from '@lokalteil/contracts/publication/publication-api'
import type { Finding, PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { CODE } from '@lokalteil/domain/publication/publications'
import { Fault, type Call, type Terminal } from '../platform/commands/call.ts'
import { defineNoun } from '../platform/commands/command.ts'
import { say, type Done, type Work } from '../platform/commands/reach.ts'
import { createPublicationsService } from './app.ts'
import { writeDrafts, writeNewFolder } from './documents/drafts.ts'
import { DOCUMENT_TEMPLATES } from './documents/fill-documents.ts'
import { isSellable, listMissingLegalData, sellsSomething } from './documents/legal-check.ts'
import { listAdFaults, type AdScripts } from './folder/check-advertising.ts'
import { readFolder } from './folder/read-folder.ts'
import { writeFolder } from './folder/write-folder.ts'
import { toFinding } from './folder/yaml-source.ts'
import { createNewFolder, type Beginning } from './new-folder.ts'

type Keeping = Work<typeof PUBLICATIONS_INTERNAL>

export const runPublication = defineNoun({
  name: 'publication',
  more: `What was edited in the portal since the last "apply" stays. Where folder and portal both changed the same, nothing is applied until --prefer says which side counts.`,
  reach: {
    calls: PUBLICATIONS_INTERNAL,
    mount: '/__services/publications',
    prefix: null,
    key: 'publications',
    variable: 'PUBLICATIONS_SERVICE_KEY',
    timeout: 60_000,
    own: {
      probe: (keeper) => keeper.listPublications({}),
      open: (database, serviceKey) => createPublicationsService({ database, serviceKey }),
    },
  },
  words: {
    CODE: { is: '2 to 16 lower-case letters and digits, like musterbote', fits: CODE },
    ARTICLE: { is: 'der, die, das or none', fits: /^(?:der|die|das|none)$/ },
    VARIANT: { is: 'first or second', fits: /^(?:first|second)$/ },
    SIDE: { is: 'folder or here', fits: /^(?:folder|here)$/ },
    DOCUMENT: { is: DOCUMENT_TEMPLATES.map(({ id }) => id).join(', '), fits: (text) => isTemplate(text) },
  },
  options: {
    region: 'that the publication covers, as in "Nachrichten aus …"',
    company: 'the publisher',
    email: 'of the editorial office',
    host: 'the domain',
    colour: 'like "#1f4f8a"',
    wordmark: 'an SVG file',
    article: 'before the name, as in "der Auenkurier"',
    folder: 'where it is written (default: publications/CODE)',
    prefer: 'which side counts where both changed',
  },
  verbs: {
    'new CODE [--name NAME] [--region REGION] [--company COMPANY] [--street STREET] [--postcode POSTCODE] [--town TOWN] [--email MAIL] [--host HOST] [--colour COLOUR] [--wordmark FILE] [--variant VARIANT] [--claim CLAIM] [--article ARTICLE] [--folder FOLDER]':
      {
        about: 'writes a folder; what is not given is asked for',
        run: makeNew,
      },
    'documents FOLDER [DOCUMENT…]': {
      about:
        'fills imprint, privacy notice, terms and so on again with what the folder says today: those that are missing, those nobody wrote in since, and those that are named',
      run: ({ folder, document }, call) => fillAgain(call, folder, document),
    },
    'check [FOLDER…]': {
      about:
        'what is wrong with folders (default: all of PUBLICATIONS_DIR or publications/), what you still have to decide, and why nothing can be ordered yet',
      run: ({ folder }, call) => check(call, folder),
    },
    'diff FOLDER [--prefer SIDE]': {
      about: 'what "apply" would change',
      run: ({ folder, prefer }, call) => send(call, folder, prefer, true),
    },
    'apply FOLDER [--prefer SIDE]': {
      about: 'puts a folder on the air',
      run: ({ folder, prefer }, call) => send(call, folder, prefer),
    },
    'export [FOLDER]': {
      about: 'writes what is in force as a folder (default: publications/CODE)',
      isOfPublication: true,
      ask: (keeper, { folder }, call, { publication }) => exportFolder(call, keeper, publication, folder),
    },
    list: {
      about: 'the publications there are',
      ask: (keeper) =>
        say(keeper.listPublications({}), ({ publications }) =>
          publications.map(
            ({ code, name, version, changedAt }) => `${code}  ${name}  version ${version}, ${changedAt}`,
          ),
        ),
    },
  },
})

// A new one

/** In this order. */
const QUESTIONS: readonly [keyof Beginning, string][] = [
  ['name', 'Name of the publication'],
  ['region', 'Region it covers, as in "Nachrichten aus …"'],
  ['company', 'Publisher: company'],
  ['street', 'Street and number'],
  ['postcode', 'Postcode'],
  ['town', 'Town'],
  ['email', 'Mail address of the editorial office'],
  ['colour', 'Colour of the paper (empty: #1f4f8a)'],
]

type New = { code: string } & Partial<Record<keyof Beginning | 'wordmark' | 'folder', string>>

async function makeNew(values: New, { environment, terminal, toPath }: Call): Promise<Done> {
  const { code } = values
  const beginning = { ...values, ...(await complete(values)) } as Beginning
  const made = createNewFolder(beginning, toToday())
  if (!made.ok)
    throw new Fault(made.issues.map(({ path, message }) => `--${String(path.at(-1) ?? '')}: ${message}`).join('\n'))
  const files = new Map<string, Uint8Array>()
  if (values.wordmark !== undefined) {
    const bytes = await readFile(toPath(values.wordmark)).catch(() => null)
    if (bytes === null) throw new Fault(`${values.wordmark} cannot be read.`)
    files.set('brand/wordmark.svg', bytes)
  }
  const folder = toPath(values.folder ?? join(environment.PUBLICATIONS_DIR || 'publications', code))
  if (!(await writeNewFolder(folder, made.folder, files))) {
    terminal.err(`${folder} is not empty; nothing was written.\n`)
    return 1
  }
  const { findings } = await readFolder(folder)
  if (findings.some(({ level }) => level === 'error')) {
    showFindings(folder, findings, terminal)
    return 1
  }
  return [
    `Done: ${folder}`,
    `What you still have to decide: npx lokalteil publication check ${folder}`,
    `Put it on the air: npx lokalteil publication apply ${folder}`,
    `Then invite whoever works at it: npx lokalteil staff invite ${made.folder.identity.publisher.email} --role publisher`,
  ]
}

/** Asks at the terminal for options that are missing. */
async function complete(values: New): Promise<Record<string, string>> {
  const open = QUESTIONS.filter(([name]) => values[name] === undefined)
  if (!process.stdin.isTTY) {
    const missing = open.filter(([name]) => name !== 'colour')
    if (missing.length > 0) throw new Fault(`Say ${missing.map(([name]) => `--${name}`).join(', ')}.`)
    return {}
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

function toToday(): string {
  return new Date().toISOString().slice(0, 10)
}

// Its documents

const isTemplate = (text: string): boolean => DOCUMENT_TEMPLATES.some(({ id }) => id === text)

const DRAFT_WORDS = {
  new: 'written',
  again: 'written again',
  same: 'says what the folder says',
  yours: 'left: somebody wrote in it',
} as const

async function fillAgain({ terminal, toPath }: Call, place: string, ids: readonly string[]): Promise<Done> {
  const path = toPath(place)
  const { folder } = await readSound(path, terminal)
  const drafts = await writeDrafts(path, folder, { today: toToday(), named: new Set(ids) })
  return drafts.map(({ id, outcome }) => `  documents/${id}.md`.padEnd(32) + DRAFT_WORDS[outcome])
}

/** A folder that can be applied; the faults of another are printed. */
async function readSound(path: string, terminal: Terminal) {
  const { folder, files, findings } = await readFolder(path)
  if (folder !== null) return { folder, files }
  showFindings(path, findings, terminal)
  throw new Fault('The folder cannot be applied.', 'content')
}

// Check

async function check({ environment, terminal, toPath }: Call, named: readonly string[]): Promise<Done> {
  const folders =
    named.length > 0 ? named.map(toPath) : await listFolders(toPath(environment.PUBLICATIONS_DIR || 'publications'))
  if (folders.length === 0) throw new Fault('FOLDER is missing: there is none in PUBLICATIONS_DIR or publications/.')
  const scripts = toAdScripts(environment)
  let isSound = true
  let hasBidders = named.length > 0
  for (const path of folders) {
    const { folder, findings } = await readFolder(path)
    const ads = folder === null ? [] : listUnserved(folder, scripts)
    hasBidders ||= folder?.advertising?.bidding !== undefined
    const legal = folder === null ? [] : listMissingLegalData(folder)
    const obstacles = folder === null || !sellsSomething(folder) ? [] : listSaleObstacles(folder)
    const isSaid = ({ file, field, message }: Finding) =>
      legal.some((one) => one.file === file && one.field === field && one.message === message)
    showFindings(path, [...findings, ...ads, ...legal, ...obstacles.filter((one) => !isSaid(one))], terminal)
    if (obstacles.length > 0)
      terminal.out(`  Nothing can be ordered before: ${[...new Set(obstacles.map(toPlace))].join(', ')}\n`)
    if (folder === null || ads.some(({ level }) => level === 'error')) isSound = false
  }
  if (scripts.hasBidding && !hasBidders) {
    terminal.out('BIDDING_SCRIPT has no effect: no publication names bidders in its advertising.yaml\n')
    isSound = false
  }
  return isSound ? 0 : 1
}

function toAdScripts({ AD_SCRIPT = 'none', AD_FRAME, BIDDING_SCRIPT }: Call['environment']): AdScripts {
  const server = AD_FRAME ? 'frame' : AD_SCRIPT === 'none' || AD_SCRIPT === '' ? 'none' : 'script'
  return { server, hasBidding: Boolean(BIDDING_SCRIPT) }
}

/** What the folder says of advertising in vain. Only a warning where the portal may be configured elsewhere. */
function listUnserved({ advertising }: PublicationFolder, scripts: AdScripts): Finding[] {
  const isConfigured = scripts.server !== 'none' || scripts.hasBidding
  return listAdFaults(advertising ?? {}, scripts).map(({ at, message, remedy }) =>
    toFinding('advertising.yaml', null, at, message, remedy, isConfigured ? 'error' : 'warning'),
  )
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

/** Without `rooms`, the publisher's own rooms. */
async function listFolders(place: string): Promise<string[]> {
  const entries = await readdir(place, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const isRooms = names.includes('rooms') && !(await readdir(join(place, 'rooms'))).includes('publication.yaml')
  return names.filter((name) => name !== 'rooms' || !isRooms).map((name) => join(place, name))
}

const WORDS = { error: 'error', warning: 'warning', todo: 'decide' } as const

function showFindings(place: string, findings: readonly Finding[], terminal: Terminal): void {
  terminal.out(`${place}: ${findings.length === 0 ? 'sound' : ''}\n`)
  for (const { level, file, line, field, message, remedy } of findings)
    terminal.out(
      `  ${WORDS[level].padEnd(8)} ${file}${line === null ? '' : `:${line}`}${field === '' ? '' : ` ${field}`} ${message}\n           ${remedy}\n`,
    )
}

// With a portal

async function send({ terminal, toPath }: Call, place: string, side = '', isDry = false): Promise<Keeping> {
  const prefer = side === 'folder' || side === 'here' ? side : 'neither'
  const { folder, files } = await readSound(toPath(place), terminal)
  return async (keeper) => {
    const params = { code: folder.identity.code }
    const planned = await keeper.planPublication({ params, body: { folder, prefer } })
    if (!planned.ok) return planned
    showPlan(planned.data, terminal)
    const isStopped = planned.data.conflicts.length > 0 || planned.data.findings.some(({ level }) => level === 'error')
    if (isDry || isStopped) return isStopped ? 1 : 0
    const missing = new Set(planned.data.missingFiles)
    for (const [name, bytes] of files) {
      if (!missing.has(folder.files[name] ?? '')) continue
      const kept = await keeper.saveFile({ body: { base64: Buffer.from(bytes).toString('base64') } })
      if (!kept.ok) return kept
    }
    const applied = await keeper.applyPublication({ params, body: { folder, prefer } })
    if (!applied.ok) return applied
    return `${folder.identity.name} is in force, version ${applied.data.version}.`
  }
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

async function exportFolder(
  { terminal, toPath }: Call,
  keeper: Client<typeof PUBLICATIONS_INTERNAL>,
  code: string,
  place = join('publications', code),
): Promise<Done> {
  const found = await keeper.getPublication({ params: { code } })
  if (!found.ok) return found
  const { folder } = found.data
  const files = new Map<string, Uint8Array>()
  for (const [name, digest] of Object.entries(folder.files)) {
    const file = await keeper.getFile({ params: { digest } })
    if (!file.ok) return file
    files.set(name, Buffer.from(file.data.base64, 'base64'))
  }
  const path = toPath(place)
  if (await writeFolder(path, folder, files)) return `Written: ${path}`
  terminal.err(`${path} is not empty; nothing was written.\n`)
  return 1
}
