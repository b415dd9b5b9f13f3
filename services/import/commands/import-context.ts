/** Shared by all verbs of `npm run import`: options, paths, and the folders for documents that are set aside. */
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
  /** The arguments after the verb. */
  operands: readonly string[]
  environment: Readonly<Record<string, string | undefined>>
  terminal: Terminal
  dataDir: string
  /** Prints a mistake and the usage; returns the exit code. */
  wrong: (message: string) => 2
  now: () => Date
}

/** The data directory of a portal that npm starts without DATA_DIR. */
const ROOT_DATA = join(import.meta.dirname, '../../../.data')

export const toDataDir = (environment: ImportContext['environment']): string => environment.DATA_DIR || ROOT_DATA

/** Resolves a path against the folder where the command was typed; npm itself runs in the repository. */
export function toPath({ environment }: Pick<ImportContext, 'environment'>, path: string): string {
  return /^https?:\/\//i.test(path) ? path : resolve(environment.INIT_CWD || '.', path)
}

/** The message for a publication code that cannot exist; null: all can. */
export function findWrongName({ values }: ImportContext): string | null {
  const wrong = listNamed(values).find((code) => code !== 'all' && toCode(code) === null)
  return wrong === undefined ? null : toUnknownPublication(wrong)
}

export const listNamed = ({ publication = [] }: ImportValues): string[] =>
  publication.flatMap((value) => value.split(',')).map((code) => code.trim())

/** The named publications, else `MANDATOR`, else the only one there is. A text: the reason why there is none. */
export async function findPublications(context: ImportContext): Promise<readonly Mandator[] | string> {
  const { values, environment, dataDir } = context
  const named = listNamed(values)
  const base = values.url ?? `http://127.0.0.1:${environment.PORT || 3000}`
  if (named.includes('all')) return listAllPublications(environment, base, dataDir)
  if (named.length > 0) return [...new Set(named)]
  // A dry run works without a portal and writes to no database.
  if (values['dry-run'] === true) return [environment.MANDATOR ?? '']
  const only = await findOnlyPublication(environment, base, dataDir)
  return typeof only === 'string' ? [only] : only.problem
}

/** The mapping the command names; null: none; a text: its mistakes. */
export function readNamedMapping(context: ImportContext): Mapping | null | string {
  const file = context.values.mapping
  if (file === undefined) return null
  const read = readMapping(toPath(context, file))
  if (read.kind === 'mapping') return read.mapping
  return `The mapping file ${file} cannot be used:\n${read.problems.map((line) => `  ${line}`).join('\n')}`
}

/**
 * The folder for documents that are not published: beside the portal's data. If that is unknown here (the portal runs
 * elsewhere and DATA_DIR is not set), the user's folder for program state, never the current folder.
 */
export function toKeptIn(context: ImportContext, isOwnData: boolean): string {
  const { values, environment, dataDir } = context
  if (values.rejects !== undefined) return toPath(context, values.rejects)
  if (environment.DATA_DIR || isOwnData) return join(dataDir, 'import')
  return toStateFolder(environment)
}

const toStateFolder = (environment: ImportContext['environment']): string =>
  join(environment.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'lokalteil', 'import')

/** Every folder in which an import of this machine may have kept a document. */
export function listKeptIn(context: ImportContext): string[] {
  const { values, environment, dataDir } = context
  if (values.rejects !== undefined) return [toPath(context, values.rejects)]
  const folders = [join(dataDir, 'import'), ...(environment.DATA_DIR ? [] : [toStateFolder(environment)])]
  return folders.filter((folder) => existsSync(folder))
}
