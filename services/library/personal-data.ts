/** Data of the library service about a reader: their export and erasure (GDPR 15, 17, 20). */
import { addDays } from '@lokalteil/domain/games/games'
import type { GameProgress } from '@lokalteil/domain/games/progress'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { LibraryContext } from './context.ts'
import { readGames } from './store/games.ts'
import { listAllMarks } from './store/marks.ts'
import { erase, getReader } from './store/readers.ts'
import { listFeedVisits, listReading } from './store/reading.ts'

/** The shape that the account service expects of every service that stores data of readers. */
export type LibraryData = {
  name: string
  /** In German: the heading in the reader's export. */
  title: string
  read: (subject: { publication: PublicationCode; sub: string }) => Promise<unknown>
  erase: (subject: { publication: PublicationCode; sub: string }) => Promise<void>
}

export function createPersonalData({ db, now }: LibraryContext): LibraryData {
  return {
    name: 'user',
    title: 'Merkliste, Themen, Regionen und Spiele',
    async read({ publication, sub }) {
      const reader = { publication, user: sub }
      const [row, marks, reading, visits, games] = await Promise.all([
        getReader(db, reader),
        listAllMarks(db, reader),
        listReading(db, reader),
        listFeedVisits(db, reader),
        readGames(db, reader),
      ])
      const of = (kind: string) => marks.filter((mark) => mark.kind === kind).map(({ id, ts }) => ({ id, ts }))
      return {
        bookmarkedArticles: of('article'),
        followedRegions: of('region'),
        followedTopics: of('tag'),
        mutedTopics: of('muted-topic'),
        mutedWords: of('muted-word'),
        readArticles: reading,
        feedVisits: visits.map(({ feed, visited_at }) => ({ feed, lastVisitAt: visited_at })),
        games: { puzzles: games.puzzles, records: toReadableRecords(games.records) },
        onboardingCompletedAt: row?.onboarded_at ?? null,
      }
    },
    erase: ({ publication, sub }) => erase(db, { publication, user: sub }, now()),
  }
}

/** Turns day numbers into dates. */
function toReadableRecords(records: GameProgress['records']) {
  const toDay = (number: number) => addDays('1970-01-01', number)
  return Object.fromEntries(
    Object.entries(records).map(([game, { runs, best }]) => [
      game,
      { daysWon: runs.map(([first, last]) => ({ from: toDay(first), until: toDay(last) })), bestSeconds: best },
    ]),
  )
}
