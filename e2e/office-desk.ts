/** Calls of the office, with which journeys prepare their data. */
import { createClient, type Client } from '@lokalteil/contracts/kernel/client'
import { get as must } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import { OFFICE_ARTICLES, type OfficeArticle } from '@lokalteil/contracts/office'
import { DEMO_PASSWORD } from './account-reader.ts'

export type DeskClient = Client<typeof OFFICE_ARTICLES>

const TIMEOUT = 60_000

/** A person of the demo, signed in without a browser. */
export async function openDesk(origin: string, role: string): Promise<DeskClient> {
  const answer = await fetch(`${origin}/redaktion/api/session`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${role}@redaktion.example`, password: DEMO_PASSWORD }),
  })
  const [cookie = ''] = answer.headers.getSetCookie()
  if (!answer.ok) throw new Error(`${role} could not sign in: ${answer.status}`)
  return createClient(OFFICE_ARTICLES, {
    fetch: (request) => fetch(request),
    base: `${origin}/redaktion/api/ak`,
    headers: { origin, cookie: cookie.slice(0, cookie.indexOf(';')) },
    timeout: TIMEOUT,
  })
}

/** The door of importers; `key`: INGEST_KEY of the portal. */
export function openIngest(origin: string, key: string): Client<typeof CONTENT_INTERNAL> {
  return createClient(CONTENT_INTERNAL, {
    fetch: (request) => fetch(request),
    base: `${origin}/__services/content/ak`,
    headers: { authorization: `Bearer ${key}` },
    timeout: TIMEOUT,
  })
}

/** A new article with this headline, saved. */
export async function writeDraft(
  desk: DeskClient,
  title: string,
  words = 'Der Rat stimmte am Abend zu.',
): Promise<OfficeArticle> {
  return writeText(desk, title, [words])
}

/** A new article with these paragraphs, saved. */
export async function writeText(
  desk: DeskClient,
  title: string,
  paragraphs: readonly string[],
): Promise<OfficeArticle> {
  const begun = await must(desk.createArticle({ body: { sectionPath: 'lokales/auenburg' } }))
  const params = { id: begun.id }
  const body = paragraphs.map((html) => ({ type: 'paragraph' as const, html }))
  const draft = { ...begun.draft, title, body }
  await must(desk.saveDraft({ params, body: { base: begun.revision, draft, isKept: true } }))
  return must(desk.getArticle({ params }))
}

export async function publishDraft(desk: DeskClient, title: string): Promise<OfficeArticle> {
  const { id, revision } = await writeDraft(desk, title)
  return must(desk.publish({ params: { id }, body: { revision } }))
}

export { must }
