/** Titles of test files as they are printed, for checks of lists that name them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ensure-node.mjs'
import { readModule } from './module-reader.ts'

/** Tables that a title is printed with. */
const ROWS = ['phone', 'desk', 'ak', 'fb', 'ht', 'la', 'plain', 'flutter']

/** Every title of a file as it may be printed, with those around it. */
export function listTitles(file: string): string[] {
  const { tests } = readModule(file, readFileSync(join(root, file), 'utf8'))
  const formsOf = (texts: readonly { value: string }[]) => {
    const [title = '', ...table] = texts.map(({ value }) => value)
    return [...new Set([...ROWS, ...table])].map((row) => title.replace('%s', row))
  }
  return tests.flatMap((test) => {
    const around = test.around.map(({ texts }) => formsOf(texts))
    return [...around, formsOf(test.texts)].reduce<string[]>(
      (sofar, forms) => (sofar.length === 0 ? forms : sofar.flatMap((one) => forms.map((form) => `${one} ${form}`))),
      [],
    )
  })
}
