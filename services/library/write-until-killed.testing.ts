/**
 * A reader who writes without end, for the test with kill -9: writes through the service's own handlers and prints each
 * acknowledged write as one line. `durability.test.ts` starts it as a process of its own.
 */
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { writeSync } from 'node:fs'
import { openDatabase } from '../platform/database.ts'
import { get, openTestLibrary } from './library.testing.ts'

setPublications(TEST_PUBLICATIONS)

export type Acknowledged =
  | { kind: 'added' | 'removed'; user: string; id: string }
  | { kind: 'pair'; user: string; id: string }

const WRITERS = 4

const { DATABASE_URL: url, DATA_DIR: dataDir, FIRST_ID: first = '1' } = process.env
const database = await openDatabase(url === undefined ? { dataDir: dataDir! } : { url })
const { of } = await openTestLibrary(database, { now: () => new Date() })
// Written directly to the pipe, because a line still in this process's buffer would be lost with the kill.
const say = (acknowledged: Acknowledged) => writeSync(1, `${JSON.stringify(acknowledged)}\n`)

async function write(user: string): Promise<void> {
  const reader = of('ht', user, ['PLUS_USER'])
  for (let id = Number(first); ; id++) {
    const articleId = String(id)
    await get(reader.addBookmark({ params: { articleId } }))
    say({ kind: 'added', user, id: articleId })
    if (id % 3 === 0) {
      await get(reader.removeBookmark({ params: { articleId } }))
      say({ kind: 'removed', user, id: articleId })
    }
    // One change of two things: both are added or none, and the pair before is removed.
    await get(
      reader.changeFollows({
        body: {
          add: { regions: [`pair-${id}`], tags: [`pair-${id}`] },
          remove: { regions: [`pair-${id - 1}`], tags: [`pair-${id - 1}`] },
        },
      }),
    )
    say({ kind: 'pair', user, id: articleId })
  }
}

await Promise.all(Array.from({ length: WRITERS }, (_unused, index) => write(`reader-${index}`)))
