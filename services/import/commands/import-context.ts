/** What every verb of `npm run import` needs: its options, where paths are meant from, and where things are kept. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { toCode } from '@lokalteil/domain/publication/publications'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { toUnknownPublication } from '../../platform/operator-command.ts'
import { findOnlyPublication, listAllPublications } from '../../platform/known-publications.ts'
import type { Terminal } from '../delivery/import-summary.ts'
import { readMapping } from '../delivery/mapping.ts'
import type { Mapping } from '../delivery/mapping.ts'

export type ImportValues = {
  publication?: string[]
  mapping?: string
  paid?: boolean
  pictures?: boolean
  url?: string
  key?: string
  rejects?: string
  site?: string
  types?: string[]
  report?: string
  'dry-run'?: boolean
  all?: boolean
  watch?: string
}

export type ImportContext = {
  values: ImportValues
  /** Behind the verb. */
  operands: readonly string[]
  environment: Readonly<Record<string, string | undefined>>
  terminal: Terminal
  dataDir: string
  /** Says what is wrong, and how the command goes. */
  wrong: (message: string) => 2
  now: () => Date
}

/** Where npm starts a portal that names no DATA_DIR. */
const ROOT_DATA = join(import.meta.dirname, '../../../.data')

export const toDataDir = (environment: ImportContext['environment']): string => environment.DATA_DIR || ROOT_DATA

/** npm runs the command in the repository; paths are meant from where it was typed. */
export function toPath({ environment }: Pick<ImportContext, 'environment'>, path: string): string {
  return /^https?:\/\//i.test(path) ? path : resolve(environment.INIT_CWD || '.', path)
}

/** What of the named ones can be none; null: nothing. */
export function findWrongName({ values }: ImportContext): string | null {
  const wrong = listNamed(values).find((code) => code !== 'all' && toCode(code) === null)
  return wrong === undefined ? null : toUnknownPublication(wrong)
}

export const listNamed = ({ publication = [] }: ImportValues): string[] =>
  publication.flatMap((value) => value.split(',')).map((code) => code.trim())

/** The named ones, else `MANDATOR`, else the only one there is. A text: why there are none. */
export async function findPublications(context: ImportContext): Promise<readonly Mandator[] | string> {
  const { values, environment, dataDir } = context
  const named = listNamed(values)
  const base = values.url ?? `http://127.0.0.1:${environment.PORT || 3000}`
  if (named.includes('all')) return listAllPublications(environment, base, dataDir)
  if (named.length > 0) return [...new Set(named)]
  // A dry run may have nothing to ask, and writes no database.
  if (values['dry-run'] === true) return [environment.MANDATOR ?? '']
  const only = await findOnlyPublication(environment, base, dataDir)
  return typeof only === 'string' ? [only] : only.problem
}

/** The table the command names; null: none; a text: what is wrong with it. */
export function readNamedMapping(context: ImportContext): Mapping | null | string {
  const file = context.values.mapping
  if (file === undefined) return null
  const read = readMapping(toPath(context, file))
  if (read.kind === 'mapping') return read.mapping
  return `The mapping file ${file} cannot be used:\n${read.problems.map((line) => `  ${line}`).join('\n')}`
}

/**
 * Where what is not published is kept: beside the data of the portal. Where that is not known here (it runs elsewhere and
 * DATA_DIR is not set), where programs keep what must survive them, and never in the folder the command was typed in.
 */
export function toKeptIn(context: ImportContext, isOwnData: boolean): string {
  const { values, environment, dataDir } = context
  if (values.rejects !== undefined) return toPath(context, values.rejects)
  if (environment.DATA_DIR || isOwnData) return join(dataDir, 'import')
  return toStateFolder(environment)
}

const toStateFolder = (environment: ImportContext['environment']): string =>
  join(environment.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'lokalteil', 'import')

/** Every folder in which an import of this machine may have kept something. */
export function listKeptIn(context: ImportContext): string[] {
  const { values, environment, dataDir } = context
  if (values.rejects !== undefined) return [toPath(context, values.rejects)]
  const folders = [join(dataDir, 'import'), ...(environment.DATA_DIR ? [] : [toStateFolder(environment)])]
  return folders.filter((folder) => existsSync(folder))
}
