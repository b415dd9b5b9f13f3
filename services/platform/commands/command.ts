/**
 * The grammar of a publisher's commands: `npx lokalteil NOUN VERB [--publication CODE] …`. A noun is a table of verbs, each
 * under its form (`grant READER COUNT --reason TEXT [--expires DAY]`), which lists required and optional arguments: arguments
 * are checked by it, and the help is printed from it. Exit codes: 0 done; 1 refused, or a check found faults; 2 the command was
 * wrong, or the service could not be reached.
 */
import { join, resolve } from 'node:path'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { Contract } from '@lokalteil/contracts/kernel/endpoint'
import { toCode } from '@lokalteil/domain/publication/publications'
import { findOnlyPublication } from '../known-publications.ts'
import { Fault, unknownPublication, type Call, type Environment, type Terminal } from './call.ts'
import { parseForm, type Given, type Part } from './form.ts'
import { ask, isFailed, listKeyVariables, refuse, type Done, type Place, type Reach, type Work } from './reach.ts'

/** Meaning of a word in a form; `fits` refuses other text. */
type Meaning = string | { is: string; fits: RegExp | ((text: string) => boolean) }

type Plan<Calls extends Contract> = Work<Calls> | Done

type Verb<Calls extends Contract, Values> = {
  about: string
  /** The work needs a running portal, for example to send mail. */
  needsPortal?: true
  /** Default: whether the service is mounted by publication. */
  isOfPublication?: boolean
} & (
  | {
      /** The work at the service. */
      ask: (service: Client<Calls>, values: Values, call: Call, place: Place) => Promise<Done>
    }
  | {
      /** Checks the arguments, then returns the work at the service, or a result without it. */
      run: (values: Values, call: Call) => Plan<Calls> | Promise<Plan<Calls>>
    }
)

type Noun<Calls extends Contract> = {
  name: string
  /** Text of the help below the verbs. */
  more?: string
  reach: Reach<Calls>
  words?: Readonly<Record<string, Meaning>>
  /** Meanings of options, by name. */
  options?: Readonly<Record<string, string>>
}
type Verbs<Calls extends Contract, Forms extends string> = {
  readonly [Form in Forms]: Verb<NoInfer<Calls>, Given<Form>>
}
type Named<Calls extends Contract> = Verb<Calls, never> & { name: string; form: string }

export type Run = (
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
  now?: () => Date,
) => Promise<number>

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

const WORDS: Readonly<Record<string, Meaning>> = {
  DAY: { is: 'a day like 2026-12-31', fits: isDay },
  MONTH: { is: 'a month like 2026-11', fits: /^\d{4}-(?:0[1-9]|1[0-2])$/ },
  TIME: {
    is: 'a time like 2026-12-24T18:00:00Z',
    fits: (text) => /^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text)),
  },
  N: { is: 'a whole number from 1', fits: /^[1-9]\d{0,6}$/ },
}
const OPTIONS = {
  publication: 'the publication that is meant (default: MANDATOR, or the only one there is)',
  url: 'the running portal (default: http://127.0.0.1:PORT)',
}

/** The data of a portal that was started without `DATA_DIR`. */
const DATA_DIR = join(import.meta.dirname, '../../../.data')

/** `verbs`: by their forms, of which the first word is the name (`form.ts`). */
export function defineNoun<Calls extends Contract, Forms extends string>(
  noun: Noun<Calls> & { verbs: Verbs<Calls, Forms> },
): Run {
  const verbs = Object.entries<Verb<Calls, never>>(noun.verbs).map(([key, verb]): Named<Calls> => {
    const [name = '', ...form] = key.split(' ')
    return { ...verb, name, form: form.join(' ') }
  })
  return async (args, environment, terminal, now = () => new Date()) => {
    const [name = '', ...typed] = args
    const verb = verbs.find((one) => one.name === name)
    if (args.includes('--help')) {
      terminal.out(describe(noun, verb === undefined ? verbs : [verb]))
      return 0
    }
    try {
      if (verb === undefined) {
        const names = verbs.map((one) => one.name).join(', ')
        throw new Fault(/^(?:-|$)/.test(name) ? `Say what to do: ${names}.` : `There is no "${name}": ${names}.`)
      }
      const { values, ...rest } = read(noun, verb, typed, environment)
      const call = { ...rest, terminal, now }
      const plan =
        'run' in verb
          ? await verb.run(values as never, call)
          : (service: Client<Calls>, place: Place) => verb.ask(service, values as never, call, place)
      const done = typeof plan === 'function' ? await ask(noun.reach, call, plan) : plan
      if (typeof done === 'number') return done
      if (isFailed(done)) return refuse(call, done)
      for (const line of [done].flat()) terminal.out(`${line}\n`)
      return 0
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const line = `npx lokalteil ${noun.name}${verb === undefined ? '' : ` ${name}`}`
      const next = {
        command: `\nNothing was done.\n\nUsage: ${verb === undefined ? `${line} VERB …` : toLine(noun, verb)}\nMore: ${line} --help`,
        content: '\nNothing was changed.',
        reach: '',
      }
      terminal.err(`${error.message}${next[error.about]}\n`)
      return error.about === 'content' ? 1 : 2
    }
  }
}

/** All of a call that the grammar decides. */
function read<Calls extends Contract>(
  noun: Noun<Calls>,
  verb: Named<Calls>,
  typed: readonly string[],
  environment: Environment,
): Omit<Call, 'terminal' | 'now'> & { values: Record<string, unknown> } {
  const isOfOne = isOfPublication(noun, verb)
  const { words, options } = parseForm(verb.form)
  const common = ['url', 'key', ...(isOfOne ? ['publication'] : [])]
  const { values, positionals } = parse(typed, [
    ...options,
    ...common.map((option) => ({ option, word: 'TEXT', isNeeded: false, isMany: false })),
  ])
  const all = (option: string) => [values[option] ?? []].flat()
  checkParts(words, options, positionals, (option) => all(option).map(String), { ...WORDS, ...noun.words })
  const text = (option: string) => all(option).find((value) => typeof value === 'string')
  const [url, key, publication] = [text('url'), text('key'), isOfOne ? text('publication') : undefined]
  if (publication !== undefined && toCode(publication) === null) throw unknownPublication(publication)
  const base = (url ?? `http://127.0.0.1:${environment.PORT || 3000}`).replace(/\/+$/, '')
  const dataDir = environment.DATA_DIR || DATA_DIR
  const findPublication = async () => {
    const found = publication ?? (await findOnlyPublication(environment, base, dataDir))
    if (typeof found !== 'string') throw new Fault(found.problem)
    if (toCode(found) === null) throw unknownPublication(found)
    return found
  }
  return {
    noun: noun.name,
    values: Object.fromEntries([
      ...words.map(({ word, isMany }, at) => [word.toLowerCase(), isMany ? positionals.slice(at) : positionals[at]]),
      ...options.map(({ option, isMany }) => [option, isMany ? all(option) : all(option)[0]]),
    ]),
    environment,
    base,
    url,
    key,
    dataDir,
    needsPortal: verb.needsPortal === true,
    toPath: (path) => resolve(environment.INIT_CWD || '.', path),
    findPublication: isOfOne ? findPublication : null,
  }
}

const isOfPublication = <Calls extends Contract>({ reach }: Noun<Calls>, verb: Named<Calls>): boolean =>
  verb.isOfPublication ?? reach.prefix !== null

function parse(args: readonly string[], parts: readonly Part[]) {
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    parts.map(({ option, word, isMany }) => [option, { type: word === '' ? 'boolean' : 'string', multiple: isMany }]),
  )
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    // The first sentence names the fault; the others are about parseArgs.
    throw new Fault(`${(error instanceof Error ? error.message : String(error)).split(/\.\s/)[0]}.`)
  }
}

function checkParts(
  words: readonly Part[],
  options: readonly Part[],
  positionals: readonly string[],
  all: (option: string) => readonly string[],
  meanings: Readonly<Record<string, Meaning>>,
): void {
  for (const [at, part] of words.entries()) check(part, positionals.slice(at, part.isMany ? undefined : at + 1))
  for (const part of options) if (part.word !== '') check(part, all(part.option))
  if (words.at(-1)?.isMany !== true && positionals.length > words.length)
    throw new Fault(`"${positionals[words.length]}" is too much.`)

  function check({ option, word, isNeeded }: Part, given: readonly string[]): void {
    const meaning = meanings[word]
    const is = meaning === undefined ? '' : `: ${typeof meaning === 'string' ? meaning : meaning.is}`
    if (isNeeded && given.every((text) => text.trim() === ''))
      throw new Fault(`${option === '' ? '' : `--${option} `}${word} is missing${is}.`)
    if (meaning === undefined || typeof meaning === 'string') return
    const { fits } = meaning
    const misfit = given.find((text) => !(typeof fits === 'function' ? fits(text) : fits.test(text)))
    if (misfit !== undefined) throw new Fault(`${option === '' ? '' : `--${option} `}"${misfit}" is no ${word}${is}.`)
  }
}

function toLine<Calls extends Contract>(noun: Noun<Calls>, verb: Named<Calls>): string {
  const publication = isOfPublication(noun, verb) ? '[--publication CODE]' : ''
  return ['npx lokalteil', noun.name, verb.name, publication, verb.form].filter((part) => part !== '').join(' ')
}

/** The help of a noun, or of one verb of it. */
function describe<Calls extends Contract>(noun: Noun<Calls>, verbs: readonly Named<Calls>[]): string {
  const parts = verbs.map(({ form }) => parseForm(form))
  const words = new Set(parts.flatMap((part) => [...part.words, ...part.options].map(({ word }) => word)))
  const named = new Set(parts.flatMap(({ options }) => options.map(({ option }) => option)))
  const own = { ...WORDS, ...noun.words }
  const isOfOne = verbs.some((verb) => isOfPublication(noun, verb))
  const isPortalNeeded = noun.reach.own === undefined || verbs.every((verb) => verb.needsPortal === true)
  const variables = listKeyVariables(noun.reach)
  const rows = [
    ...Object.entries(own).flatMap(([word, meaning]) =>
      words.has(word) ? [[word, typeof meaning === 'string' ? meaning : meaning.is]] : [],
    ),
    ...Object.entries(noun.options ?? {}).flatMap(([name, is]) => (named.has(name) ? [[`--${name}`, is]] : [])),
    ...(isOfOne ? [['--publication CODE', OPTIONS.publication]] : []),
    ['--url BASE', OPTIONS.url],
    [
      '--key KEY',
      `its key (default: ${variables.length === 0 ? '' : `${variables.join(', ')} or `}DATA_DIR/keys/${noun.reach.key}.key)`,
    ],
  ]
  const width = Math.max(...rows.map(([name = '']) => name.length)) + 2
  return [
    ...verbs.map((verb) => `${toLine(noun, verb)}\n    ${fold(verb.about, 4)}\n`),
    ...(noun.more === undefined
      ? []
      : [
          `${noun.more
            .split('\n')
            .map((line) => fold(line, 0))
            .join('\n')}\n`,
        ]),
    ...rows.map(([name = '', is = '']) => `  ${name.padEnd(width)}${fold(is, width + 2)}`),
    ...(isPortalNeeded ? ['', 'A running portal is needed.'] : []),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

/** Breaks a text at 120 letters; `indent` is before its later lines. */
function fold(text: string, indent: number): string {
  const lines = text.match(new RegExp(` *\\S.{0,${119 - indent}}(?= |$)`, 'g')) ?? []
  return lines.map((line, at) => (at === 0 ? line : line.trim())).join(`\n${' '.repeat(indent)}`)
}
