/**
 * Reads the environment area by area. Each variable is judged by itself, and what does not go together is named as
 * well, so that one start lists every mistake there is; a wrong value counts as not given.
 */
import { z } from 'zod'

export type Environment = Readonly<Record<string, string | undefined>>

export type EnvironmentReader = {
  /** Values of an area's variables; empty is not given. */
  parse: <Variables extends z.ZodRawShape>(variables: Variables) => z.output<z.ZodObject<Variables>>
  /** Of good values that do not go together; begins with the names of the variables. */
  refuse: (problem: string) => void
  listProblems: () => string[]
}

export function createEnvironmentReader(environment: Environment): EnvironmentReader {
  const wrong = new Map<string, string[]>()
  const refused: string[] = []
  return {
    parse(variables) {
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
    listProblems() {
      // What a wrong value would have meant is not known: rules about it say nothing, all others do.
      const sure = refused.filter((problem) => ![...wrong.keys()].some((name) => problem.includes(name)))
      return [...[...wrong.values()].map((messages) => messages.join('; ')), ...sure]
    },
  }
}
