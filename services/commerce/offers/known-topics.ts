/**
 * Finds topics of an offer that the publication lacks. A subscription to a topic opens the articles with its tag, so an offer
 * of an unknown tag is not sold. While the content service is down, the last cached answer counts, and without one the tag
 * counts as known: an outage must not remove offers.
 */
import { type Grant, listMissingGrants, type Offer } from '@lokalteil/domain/commerce/offers'
import { type PublicationCode, publicationOf } from '@lokalteil/domain/publication/publications'
import { parseTagRole } from '@lokalteil/domain/access/roles'

/** Null: the content service does not answer. */
export type AskForTag = (publication: PublicationCode, tagId: string) => Promise<boolean | null>
export type KnownTopics = ReturnType<typeof createKnownTopics>

const KNOWN_MS = 60_000

export function createKnownTopics({ askForTag, now }: { askForTag: AskForTag | undefined; now: () => Date }) {
  /** Cache of answers; at most one for each tag in a saved offer. */
  const answers = new Map<string, { isKnown: boolean; until: number }>()

  async function isKnownTag(publication: PublicationCode, id: string): Promise<boolean> {
    if (askForTag === undefined) return true
    const key = `${publication} ${id}`
    const last = answers.get(key)
    const at = now().getTime()
    if (last !== undefined && at < last.until) return last.isKnown
    const isKnown = (await askForTag(publication, id)) ?? last?.isKnown ?? true
    answers.set(key, { isKnown, until: at + KNOWN_MS })
    return isKnown
  }

  /** Grants that the publication lacks; empty: the offer is sold. */
  async function listMissing(publication: PublicationCode, offer: Pick<Offer, 'roles' | 'coins'>): Promise<Grant[]> {
    const tagIds = offer.roles.map(parseTagRole).filter((id) => id !== null)
    const known = await Promise.all(tagIds.map((id) => isKnownTag(publication, id)))
    return listMissingGrants(offer, { ...publicationOf(publication), hasTopics: known.every(Boolean) })
  }

  return { listMissing }
}
