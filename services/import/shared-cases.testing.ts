/**
 * Cases from the field, which are not part of the repository (`../shared/cases`, or the folder in SHARED_CASES). Each is a
 * small file for one door; `README.tsv` beside them has the expected result. Tests with them stand where the doors are.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PLACE = process.env.SHARED_CASES || fileURLToPath(new URL('../../../shared/cases', import.meta.url))
const FOLDER = join(PLACE, 'content-in')

export const hasCases = existsSync(join(FOLDER, 'README.tsv'))
/** Options of a `describe.skipIf(!hasCases)`. */
export const WITH_CASES = {
  meta: { skipReason: `there are no cases from the field at ${PLACE} (SHARED_CASES names the folder)` },
}

/** `file`: like `feeds/f01-same-guid.xml`. */
export const toCasePath = (file: string): string => join(FOLDER, file)
export const readCase = (file: string): Buffer => readFileSync(toCasePath(file))

/** Folders of cases, one for each door. */
export function listCaseFolders(): string[] {
  return readdirSync(FOLDER, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
}

/** All files of a folder, or those that begin with a code like `f02`: `feeds/f02-guid-rotates-1.xml` … */
export function listCases(folder: string, code = ''): string[] {
  const isOf = (name: string) => code === '' || toCode(name) === code
  return readdirSync(join(FOLDER, folder))
    .filter(isOf)
    .map((name) => `${folder}/${name}`)
    .toSorted()
}

/** Codes of the files of a folder, and of those that README.tsv expects in it. */
export function listCodes(folder: string): { there: string[]; expected: string[] } {
  const there = readdirSync(join(FOLDER, folder)).map(toCode)
  const expected = [...readExpected().keys()].filter((code) => code.startsWith(`${folder}/`))
  return {
    there: [...new Set(there)].toSorted(),
    expected: expected.map((code) => code.slice(folder.length + 1)).toSorted(),
  }
}

/** Rows for `it.each`: a title with the expected result of README.tsv, and the row. */
export function toTitles<Row extends { folder: string; code: string }>(rows: readonly Row[]): [string, Row][] {
  const expected = hasCases ? readExpected() : new Map<string, string>()
  return rows.map((row) => {
    const code = `${row.folder}/${row.code}`
    return [[code, expected.get(code) ?? ''].filter(Boolean).join(': '), row]
  })
}

/** Column "expected" of README.tsv by `feeds/f02`. Its first column may name several files: `csv/c02, c04`. */
function readExpected(): Map<string, string> {
  const found = new Map<string, string>()
  for (const row of readFileSync(join(FOLDER, 'README.tsv'), 'utf8').split('\n')) {
    const [files = '', , expected = ''] = row.split('\t')
    const folder = /^([a-z]+)\//.exec(files)?.[1]
    if (folder === undefined) continue
    for (const [code] of files.matchAll(/\b[a-z]\d{2}[a-z]?\b/g)) found.set(`${folder}/${code}`, expected)
  }
  return found
}

const toCode = (name: string): string => name.replace(/-.*$/, '')
