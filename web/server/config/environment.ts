/**
 * Reads environment variables area by area. Each variable is checked alone, then contradictions between variables, so
 * that one start lists every problem. A wrong value counts as not set.
 */
import { z } from 'zod'

export type Environment = Readonly<Record<string, string | undefined>>

export type EnvironmentReader = {
  /** Values of an area's variables; an empty one counts as not set. */
  parse: <Variables extends z.ZodRawShape>(variables: Variables) => z.output<z.ZodObject<Variables>>
  /** Reports a contradiction between valid values; the text begins with the names of the variables. */
  refuse: (problem: string) => void
  /** Says what should be written in another way, although it still works; the text begins with the name of the variable. */
  advise: (advice: string) => void
  listProblems: () => string[]
  listAdvice: () => string[]
  /** Unknown variables whose names resemble ours. */
  listUnknown: () => string[]
}

export function createEnvironmentReader(environment: Environment): EnvironmentReader {
  const wrong = new Map<string, string[]>()
  const refused: string[] = []
  const advised: string[] = []
  const known = new Set<string>()
  return {
    parse(variables) {
      for (const name of Object.keys(variables)) known.add(name)
      const schema = z.object(variables)
      const given = Object.fromEntries(
        Object.keys(variables).flatMap((name) => {
          const value = environment[name]
          return value === undefined || value === '' ? [] : [[name, value]]
        }),
      )
      const parsed = schema.safeParse(given)
      if (parsed.success) return parsed.data
      for (const { path, message } of parsed.error.issues) {
        const name = String(path[0])
        wrong.set(name, [...(wrong.get(name) ?? []), `${path.join('.')}: ${message}`])
      }
      return schema.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))))
    },
    refuse(problem) {
      refused.push(problem)
    },
    advise(advice) {
      advised.push(advice)
    },
    listAdvice: () => advised,
    listProblems() {
      // Contradictions that involve a wrong value are dropped, because its intended value is unknown.
      const sure = refused.filter((problem) => ![...wrong.keys()].some((name) => problem.includes(name)))
      return [...[...wrong.values()].map((messages) => messages.join('; ')), ...sure]
    },
    listUnknown: () =>
      Object.keys(environment).flatMap((name) => {
        if (known.has(name) || READ_ELSEWHERE.test(name)) return []
        const near = findNearest(name, known)
        return near === null ? [] : [`${name}: is not known; ${near} may be meant`]
      }),
  }
}

const READ_ELSEWHERE = /^(?:LOKALTEIL_|NODE_|npm_)/

/** The known name that differs only by a slip: a letter or two, one word more or less, words in another order. */
function findNearest(name: string, known: ReadonlySet<string>): string | null {
  const wordsOf = (text: string) => text.split('_').map((word) => word.replace(/IES$/, 'Y').replace(/S$/, ''))
  const words = wordsOf(name)
  if (!/^[A-Z][A-Z0-9_]+$/.test(name) || words.length < 2) return null
  for (const other of known) {
    const others = wordsOf(other)
    if (others.length < 2) continue
    const shared = words.filter((word) => others.includes(word)).length
    const isSameWords = shared >= 2 && shared >= Math.max(words.length, others.length) - 1
    if (isSameWords || (name[0] === other[0] && countEdits(name, other) <= 2)) return other
  }
  return null
}

/** Levenshtein distance, capped at 3. */
function countEdits(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at++) {
    const next = [at]
    for (let column = 1; column <= other.length; column++)
      next.push(
        Math.min(row[column]! + 1, next[column - 1]! + 1, row[column - 1]! + Number(one[at - 1] !== other[column - 1])),
      )
    row = next
  }
  return Math.min(3, row.at(-1)!)
}
