/**
 * Calls of the e-paper's pages: lists, titles and teasers for everybody; pages, zones, texts and file addresses only
 * after `issue-rights` allowed this issue for this reader, within the same answer. Nothing is cached.
 */
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { EPAPER, EPAPER_INTERNAL, IssueCard } from '../contract/epaper.ts'
import { toAddress } from '@lokalteil/contracts/kernel/address'
import { EPAPER_CALLS, EPAPER_FILE_PATHS, ISSUE_CALLS, type IssueRight, type ReadingPage } from '../contract/calls.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Read } from '@lokalteil/web/app/page/content-api'
import type { RoomCall } from '@lokalteil/web/server/api/rooms/room-routes'
import type { RoomSettings } from '@lokalteil/web/server/rendering/rooms/room-settings'
import { answerCalls, answerReaders } from '../../define-room.ts'
import type { IssueRights, KnownReader } from './issue-rights.ts'
import type { SignedIssues } from './signed-issues.ts'

export type EpaperCallsOptions = {
  rooms: RoomSettings
  /** Null: there is no service. */
  serviceOf: {
    public: (publication: PublicationCode) => Client<typeof EPAPER>
    internal: (publication: PublicationCode) => Client<typeof EPAPER_INTERNAL>
  } | null
  rights: IssueRights
  signed: SignedIssues
}

const NOT_THERE = { ok: false, status: 404 } as const
const UNANSWERED = { ok: false, status: 503 } as const
const LIST_LENGTH = 60
const FOUND_LENGTH = 20

/** The function is long because it is a table of calls with a few steps each. */
export function createEpaperCalls({ rooms, serviceOf, rights, signed }: EpaperCallsOptions): RoomCall[] {
  function find(publication: PublicationCode) {
    const settings = rooms.of(publication, 'epaper')
    if (settings === null) return NOT_THERE
    if (serviceOf === null) return UNANSWERED
    const editions = settings.editions.map(({ id, name }) => ({ id, name }))
    return { ok: true, editions, open: serviceOf.public(publication), inner: serviceOf.internal(publication) } as const
  }

  async function decide(
    publication: PublicationCode,
    accessToken: string | null,
    issue: IssueCard,
  ): Promise<{ right: IssueRight; reader: KnownReader } | null> {
    const reader = await rights.identify(publication, accessToken)
    if (reader === 'unavailable') return null
    const right = await rights.decide(publication, reader, issue, issue.coins)
    return right === 'unavailable' ? null : { right, reader }
  }

  const lists = answerCalls(EPAPER_CALLS, {
    async listIssues(publication, { query: { edition = null, month = null } }) {
      const found = find(publication)
      if (!found.ok) return found
      const { editions, open } = found
      if (edition !== null && !editions.some(({ id }) => id === edition)) return NOT_THERE
      const ofEdition = edition === null ? {} : { edition }
      const [months, issues] = await Promise.all([
        open.listMonths({ query: ofEdition }),
        open.listIssues({ query: { ...ofEdition, ...(month === null ? {} : { month }), limit: LIST_LENGTH } }),
      ])
      if (!months.ok) return toRead(months)
      if (!issues.ok) return toRead(issues)
      const { data } = months
      return { ok: true, data: { editions, months: data.months, edition, month, issues: issues.data.issues } }
    },
  })
  const ofReaders = answerReaders(ISSUE_CALLS, {
    async readIssue(publication, { params }, accessToken) {
      const room = find(publication)
      if (!room.ok) return room
      const { edition, day } = params
      const found = await room.open.getIssue({ params })
      if (!found.ok) return toRead(found)
      const { issue, pages, articles, previousDay, nextDay } = found.data
      const decided = await decide(publication, accessToken, issue)
      if (decided === null) return UNANSWERED
      const known = { issue, contents: pages, articles, previousDay, nextDay, right: decided.right }
      if (decided.right.kind === 'locked' || decided.reader === null)
        return { ok: true, data: { ...known, reading: null } }
      const { sub } = decided.reader
      const whole = await room.inner.listPages({ params })
      if (!whole.ok) return toRead(whole)
      const sign = (path: string) => signed.sign({ publication, sub }, path)
      // A new drawing may have replaced the issue in between: pictures, zones and addresses must belong to the same
      // one.
      const card = whole.data.issue
      return {
        ok: true,
        data: {
          ...known,
          issue: card,
          reading: {
            pdf: sign(toAddress(EPAPER_FILE_PATHS.pdf, { edition, day, version: card.version })),
            pages: whole.data.pages.map(({ number, label, section, images, zones }) => ({
              number,
              label,
              section,
              zones,
              images: Object.fromEntries(
                Object.entries(images).map(([rendition, { width, height }]) => [
                  rendition,
                  {
                    width,
                    height,
                    src: sign(
                      toAddress(EPAPER_FILE_PATHS.pageImage, {
                        edition,
                        day,
                        version: card.version,
                        number,
                        rendition,
                      }),
                    ),
                  },
                ]),
              ) as ReadingPage['images'],
            })),
          },
        },
      }
    },

    async readIssueArticle(publication, { params }, accessToken) {
      const room = find(publication)
      if (!room.ok) return room
      const found = await room.open.getTeaser({ params })
      if (!found.ok) return toRead(found)
      const { issue, article: teaser } = found.data
      const decided = await decide(publication, accessToken, issue)
      if (decided === null) return UNANSWERED
      const known = { issue, teaser, right: decided.right }
      if (decided.right.kind === 'locked') return { ok: true, data: { ...known, article: null } }
      const whole = await room.inner.getArticle({ params })
      return whole.ok ? { ok: true, data: { ...known, article: whole.data.article } } : toRead(whole)
    },

    async searchIssueTexts(publication, { query: { q: term, edition = null, page } }, accessToken) {
      const room = find(publication)
      if (!room.ok) return room
      const { editions, open, inner } = room
      if (edition !== null && !editions.some(({ id }) => id === edition)) return NOT_THERE
      const asked = { term, editions, edition }
      const q = term.trim()
      if (q === '') return { ok: true, data: { ...asked, found: null, isWhole: false } }
      const known = await rights.identify(publication, accessToken)
      // If the rights are unavailable, the reader sees only the public part.
      const isWhole = known !== null && known !== 'unavailable' && known.flags.isEpaperUser
      const query = { q, page, limit: FOUND_LENGTH, ...(edition === null ? {} : { edition }) }
      const found = isWhole ? await inner.searchTexts({ query }) : await open.searchIssues({ query })
      return found.ok ? { ok: true, data: { ...asked, found: found.data, isWhole } } : toRead(found)
    },
  })
  return [...lists, ...ofReaders]
}

function toRead({ status }: { ok: false; status: number }): Extract<Read<never>, { ok: false }> {
  return { ok: false, status }
}
