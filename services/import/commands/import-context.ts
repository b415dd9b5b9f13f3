/** Shared by the verbs of `npx lokalteil import`: publications, mapping, and the folders for documents that are set aside. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { toCode } from '@lokalteil/domain/publication/publications'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { Fault, unknownPublication, type Call, type Environment } from '../../platform/commands/call.ts'
import { findOnlyPublication, listAllPublications } from '../../platform/known-publications.ts'
import { readMapping } from '../delivery/mapping.ts'
import type { Mapping } from '../delivery/mapping.ts'

/** A call with the options of its verb. */
export type ImportCall<More = unknown> = Call & {
  given: More & {
    publication: readonly string[]
    mapping?: string
    paid?: true
    pictures?: true
    rejects?: string
    'dry-run'?: true
  }
}

/** Documents also come from addresses. */
export const toPlace = ({ toPath }: Call, path: string): string => (/^https?:\/\//i.test(path) ? path : toPath(path))

export const listNamed = ({ given }: ImportCall): string[] =>
  given.publication.flatMap((value) => value.split(',')).map((code) => code.trim())

/** A code that cannot exist ends the command before anything is read. */
export function checkNamed(call: ImportCall): void {
  const wrong = listNamed(call).find((code) => code !== 'all' && toCode(code) === null)
  if (wrong !== undefined) throw unknownPublication(wrong)
}

/** The named publications, else `MANDATOR`, else the only one there is. */
export async function findPublications(call: ImportCall): Promise<readonly PublicationCode[]> {
  const { environment, dataDir, base, given } = call
  const named = listNamed(call)
  if (named.includes('all')) {
    const all = await listAllPublications(environment, base, dataDir)
    if (typeof all === 'string') throw new Fault(all)
    return all
  }
  if (named.length > 0) return [...new Set(named)]
  // A dry run works without a portal and writes to no database.
  if (given['dry-run']) return [environment.MANDATOR ?? '']
  const only = await findOnlyPublication(environment, base, dataDir)
  if (typeof only !== 'string') throw new Fault(only.problem)
  return [only]
}

/** The mapping the command names; null: none. */
export function readNamedMapping({ given: { mapping: file }, toPath }: ImportCall): Mapping | null {
  if (file === undefined) return null
  const read = readMapping(toPath(file))
  if (read.kind === 'mapping') return read.mapping
  throw new Fault(`The mapping file ${file} cannot be used:\n${read.problems.map((line) => `  ${line}`).join('\n')}`)
}

/**
 * The folder for documents that are not published: beside the portal's data. If that is unknown here (the portal runs
 * elsewhere and DATA_DIR is not set), the user's folder for program state, never the current folder.
 */
export function toKeptIn({ given, environment, dataDir, toPath }: ImportCall, isOwnData: boolean): string {
  if (given.rejects !== undefined) return toPath(given.rejects)
  if (environment.DATA_DIR || isOwnData) return join(dataDir, 'import')
  return toStateFolder(environment)
}

const toStateFolder = (environment: Environment): string =>
  join(environment.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'lokalteil', 'import')

/** Every folder in which an import of this machine may have kept a document. */
export function listKeptIn({ given, environment, dataDir, toPath }: ImportCall): string[] {
  if (given.rejects !== undefined) return [toPath(given.rejects)]
  const folders = [join(dataDir, 'import'), ...(environment.DATA_DIR ? [] : [toStateFolder(environment)])]
  return folders.filter((folder) => existsSync(folder))
}
