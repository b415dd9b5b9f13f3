/** `npx lokalteil cinema`: brings the programme. */
import { readFile, stat } from 'node:fs/promises'
import { toDayKey } from '@lokalteil/domain/german'
import { Fault } from '@lokalteil/services/platform/commands/call'
import { defineNoun } from '@lokalteil/services/platform/commands/command'
import { say } from '@lokalteil/services/platform/commands/reach'
import { parse } from 'yaml'
import { CINEMA, Showings, type Showing } from '../contract/cinema.ts'

const MOST_BYTES = 500_000
const WEEK = 7

export const runCinema = defineNoun({
  name: 'cinema',
  reach: { calls: CINEMA, mount: '/__services/cinema', key: 'cinema' },
  more: 'FILE is a list in YAML: - { day: 2026-12-31, time: "20:15", film: …, hall: …, note: … }',
  words: { FILE: 'a file with showings' },
  verbs: {
    'fill FILE': {
      about: 'replaces the programme from the first to the last day of a file',
      needsPortal: true,
      run: async ({ file }, { toPath }) => {
        const showings = await readShowings(toPath(file))
        return (cinema) =>
          say(
            cinema.replaceShowings({ body: { showings } }),
            ({ from, to, count }) => `${count} showings from ${from} to ${to}`,
          )
      },
    },
    list: {
      about: 'the programme of the next seven days',
      needsPortal: true,
      ask: (cinema, _given, { now }) =>
        say(cinema.listShowings({ query: { from: toDayKey(now()), days: WEEK } }), toLines),
    },
  },
})

async function readShowings(file: string): Promise<Showing[]> {
  const size = await stat(file).then(
    (found) => found.size,
    () => null,
  )
  if (size === null) throw new Fault(`${file} cannot be read.`, 'content')
  if (size > MOST_BYTES) throw new Fault(`${file} is larger than ${MOST_BYTES / 1000} kB.`, 'content')
  const read = Showings.safeParse(toYaml(file, await readFile(file, 'utf8')))
  if (read.success) return read.data
  const { path, message } = read.error.issues[0]!
  const [index, field] = path
  const entry =
    typeof index === 'number' ? `, entry ${index + 1}${field === undefined ? '' : `, ${String(field)}`}` : ''
  throw new Fault(`${file}${entry}: ${message}.`, 'content')
}

function toYaml(file: string, text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw new Fault(`${file} is no YAML: ${error instanceof Error ? error.message.split('\n', 1)[0] : ''}`, 'content')
  }
}

function toLines(showings: readonly Showing[]): string[] {
  const lines = showings.map(({ day, time, film, hall }) => `${day} ${time}  ${film}${hall === '' ? '' : `, ${hall}`}`)
  return [...lines, `${showings.length} showings until ${showings.at(-1)?.day ?? 'now'}`]
}
