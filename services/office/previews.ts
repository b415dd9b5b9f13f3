/**
 * The pages of previews. They stand in the database, because the process that draws one is often not the one that its frame
 * asks. A page is kept for a minute, for one session; of many the newest.
 */
import { problem, type Refusal } from '../platform/serve.ts'
import type { OfficeContext } from './context.ts'
import { createToken, toDigest } from './people/secrets.ts'
import type { OfficeDb } from './schema.ts'

type Office = Pick<OfficeContext, 'db' | 'now'>

const KEPT_MS = 60_000
/** Of a draft of two megabytes as HTML, with everything around it. */
const MOST_BYTES = 8_000_000
const MOST_OF_SESSION = 4
const MOST = 60

/** Returns the token of its address, which is stored as a digest. */
export async function keepPreview({ db, now }: Office, sessionId: string, html: string): Promise<string | Refusal> {
  if (Buffer.byteLength(html) > MOST_BYTES) return problem(413, 'TOO_LARGE', 'The page of the preview is too large')
  const token = createToken()
  // PostgreSQL keeps no NUL, and a browser shows none.
  const shown = html.replaceAll('\u0000', '')
  await db
    .insertInto('office.previews')
    .values({ digest: toDigest(token), session: sessionId, html: shown, ends_at: new Date(now().getTime() + KEPT_MS) })
    .execute()
  const newest = db.selectFrom('office.previews').select('digest').orderBy('ends_at', 'desc').orderBy('digest')
  await db
    .deleteFrom('office.previews')
    .where((is) =>
      is.or([
        is('ends_at', '<=', now()),
        is('digest', 'not in', newest.limit(MOST)),
        is.and([
          is('session', '=', sessionId),
          is('digest', 'not in', newest.where('session', '=', sessionId).limit(MOST_OF_SESSION)),
        ]),
      ]),
    )
    .execute()
  return token
}

/** Null: there is none, its minute is over, or another session made it. */
export async function findPreview({ db, now }: Office, sessionId: string, token: string): Promise<string | null> {
  const row = await db
    .selectFrom('office.previews')
    .select('html')
    .where('digest', '=', toDigest(token))
    .where('session', '=', sessionId)
    .where('ends_at', '>', now())
    .executeTakeFirst()
  return row?.html ?? null
}

export async function sweepPreviews(db: OfficeDb, now: Date): Promise<void> {
  await db.deleteFrom('office.previews').where('ends_at', '<=', now).execute()
}
