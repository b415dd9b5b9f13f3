/**
 * The e-paper for one reader: lists, titles and teasers for everybody; pages, zones, texts and file addresses only
 * after `issue-rights` allowed this issue for this reader, within the same answer. Nothing is cached.
 */
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { EPAPER, EPAPER_INTERNAL, IssueCard } from '@lokalteil/contracts/epaper'
import { toAddress } from '@lokalteil/contracts/kernel/address'
import { EPAPER_FILE_PATHS, type IssueRight, type ReadingPage } from '@lokalteil/contracts/portal'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { EpaperApi } from '../../app/page/rooms/epaper-api.ts'
import type { Read } from '../../app/page/content-api.ts'
import type { RoomSettings } from '../rendering/rooms/room-settings.ts'
import type { IssueRights, KnownReader } from './issue-rights.ts'
import type { SignedIssues } from './signed-issues.ts'

export type EpaperSourceOptions = {
  rooms: RoomSettings
  /** Null: there is no service. */
  serviceOf: {
    public: (mandator: Mandator) => Client<typeof EPAPER>
    internal: (mandator: Mandator) => Client<typeof EPAPER_INTERNAL>
  } | null
  rights: IssueRights
  signed: SignedIssues
}

export type EpaperSource = { of: (mandator: Mandator, accessToken: string | null) => EpaperApi }

const NOT_THERE = { ok: false, status: 404 } as const
const UNANSWERED = { ok: false, status: 503 } as const
const LIST_LENGTH = 60
const FOUND_LENGTH = 20

/** The function is long because it is a table of calls with a few steps each. */
export function createEpaperSource({ rooms, serviceOf, rights, signed }: EpaperSourceOptions): EpaperSource {
  return {
    /** The table of calls for one reader. */
    of(mandator, accessToken) {
      const settings = rooms.of(mandator, 'epaper')
      if (settings === null) return toNothing(NOT_THERE)
      if (serviceOf === null) return toNothing(UNANSWERED)
      const [open, inner] = [serviceOf.public(mandator), serviceOf.internal(mandator)]
      const editions = settings.editions.map(({ id, name }) => ({ id, name }))
      /** Memoised, because one page asks several times. */
      let reader: Promise<KnownReader | 'unavailable'> | null = null
      const identify = () => (reader ??= rights.identify(mandator, accessToken))

      async function decide(issue: IssueCard): Promise<{ right: IssueRight; reader: KnownReader } | null> {
        const known = await identify()
        if (known === 'unavailable') return null
        const right = await rights.decide(mandator, known, issue, issue.coins)
        return right === 'unavailable' ? null : { right, reader: known }
      }

      return {
        async listIssues(edition, month) {
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

        async readIssue({ edition, day }) {
          const params = { edition, day }
          const found = await open.getIssue({ params })
          if (!found.ok) return toRead(found)
          const { issue, pages, articles, previousDay, nextDay } = found.data
          const decided = await decide(issue)
          if (decided === null) return UNANSWERED
          const known = { issue, contents: pages, articles, previousDay, nextDay, right: decided.right }
          if (decided.right.kind === 'locked' || decided.reader === null)
            return { ok: true, data: { ...known, reading: null } }
          const { sub } = decided.reader
          const whole = await inner.listPages({ params })
          if (!whole.ok) return toRead(whole)
          const sign = (path: string) => signed.sign({ mandator, sub }, path)
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

        async readArticle({ edition, day }, key) {
          const params = { edition, day, key }
          const found = await open.getTeaser({ params })
          if (!found.ok) return toRead(found)
          const { issue, article: teaser } = found.data
          const decided = await decide(issue)
          if (decided === null) return UNANSWERED
          const known = { issue, teaser, right: decided.right }
          if (decided.right.kind === 'locked') return { ok: true, data: { ...known, article: null } }
          const whole = await inner.getArticle({ params })
          return whole.ok ? { ok: true, data: { ...known, article: whole.data.article } } : toRead(whole)
        },

        async search({ term, edition, page }) {
          if (edition !== null && !editions.some(({ id }) => id === edition)) return NOT_THERE
          const asked = { term, editions, edition }
          const q = term.trim()
          if (q === '') return { ok: true, data: { ...asked, found: null, isWhole: false } }
          const known = await identify()
          // If the rights are unavailable, the reader sees only the public part.
          const isWhole = known !== null && known !== 'unavailable' && known.flags.isEpaperUser
          const query = { q, page, limit: FOUND_LENGTH, ...(edition === null ? {} : { edition }) }
          const found = isWhole ? await inner.searchTexts({ query }) : await open.searchIssues({ query })
          return found.ok ? { ok: true, data: { ...asked, found: found.data, isWhole } } : toRead(found)
        },
      }
    },
  }
}

function toNothing(answer: typeof NOT_THERE | typeof UNANSWERED): EpaperApi {
  const say = () => Promise.resolve(answer)
  return { listIssues: say, readIssue: say, readArticle: say, search: say }
}

function toRead({ status }: { ok: false; status: number }): Extract<Read<never>, { ok: false }> {
  return { ok: false, status }
}
