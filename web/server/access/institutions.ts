/**
 * Visitors of libraries and schools. Promises: the lookup is in memory and never waits; the list is renewed in the
 * background once a minute; if the service does not answer, the last list is used for ten minutes and then none (fail
 * closed); a code's cookie is signed, names publication, institution and end, and opens nothing once the institution is
 * gone. For statistics, reads are counted by institution, article and month; addresses are not stored.
 */
import { createHmac } from 'node:crypto'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { PAYWALL_INTERNAL } from '@lokalteil/contracts/paywall'
import { toDayKey } from '@lokalteil/domain/german'
import {
  findInstitution,
  INSTITUTION_HOURS,
  parseIpRange,
  type Institution,
  type InstitutionAccess,
} from '@lokalteil/domain/access/institutions'
import { listPublicationCodes, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { isSameText } from '@lokalteil/services/platform/signed-text'
import { readCookie } from '../session/session-cookies.ts'

const INSTITUTION_COOKIE = 'institution'
/** Under https. */
const HOST_COOKIE = `__Host-${INSTITUTION_COOKIE}` as const

export type InstitutionsOptions = {
  /** Null: without the embedded paywall service there are no institutions. */
  serviceOf:
    | ((
        publication: PublicationCode,
      ) => Pick<Client<typeof PAYWALL_INTERNAL>, 'listInstitutions' | 'countInstitutionReads'>)
    | null
  /** Signs the cookies; must be the same in every process. */
  secret: string
  originOf: (publication: PublicationCode) => string
  now: () => Date
  onTrouble: (what: string, reason: string) => void
}

export type Institutions = {
  find: (
    publication: PublicationCode,
    principal: { address: string; cookies: string | undefined },
  ) => InstitutionAccess | null
  count: (publication: PublicationCode, institutionId: string, articleId: string) => void
  /** The cookie for a valid code. */
  toCookie: (publication: PublicationCode, institutionId: string) => string
  toClearedCookie: (publication: PublicationCode) => string
  /** Loads the lists of all publications now. */
  renew: () => Promise<void>
  flush: () => Promise<void>
  close: () => Promise<void>
}

type Held = { list: readonly Institution[]; at: number }

const FRESH_MS = 60_000
const KEPT_MS = 600_000
const FLUSH_MS = 1000
/** Pairs of article and month that wait to be counted. */
const MOST_WAITING = 5000
const PORTION = 500

/** The function is long because the lists, running requests and waiting counts are one state with one timer. */
export function createInstitutions(options: InstitutionsOptions): Institutions {
  const { serviceOf, now, onTrouble } = options
  const held = new Map<PublicationCode, Held>()
  const asked = new Map<PublicationCode, number>()
  const waiting = new Map<
    PublicationCode,
    Map<string, { institutionId: string; month: string; articleId: string; reads: number }>
  >()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  async function read(publication: PublicationCode): Promise<void> {
    if (serviceOf === null) return
    asked.set(publication, now().getTime())
    const found = await serviceOf(publication).listInstitutions({})
    if (!found.ok) return onTrouble('listInstitutions', `${found.status} ${found.problem.code}`)
    const list = found.data.map(({ id, name, ranges }) => ({
      id,
      name,
      ranges: ranges.flatMap((range) => parseIpRange(range) ?? []),
    }))
    held.set(publication, { list, at: now().getTime() })
  }

  function listOf(publication: PublicationCode): readonly Institution[] {
    if (serviceOf === null) return []
    const time = now().getTime()
    if (Math.abs(time - (asked.get(publication) ?? 0)) >= FRESH_MS)
      void read(publication).catch((error: unknown) => onTrouble('listInstitutions', String(error)))
    const known = held.get(publication)
    return known !== undefined && Math.abs(time - known.at) < KEPT_MS ? known.list : []
  }

  const sign = (publication: PublicationCode, text: string) =>
    createHmac('sha256', options.secret).update(`institution ${publication} ${text}`).digest('base64url')

  function readToken(publication: PublicationCode, cookies: string | undefined): string | null {
    const [, id = '', end = '', signature = ''] =
      /^([a-z0-9-]{1,60})\.(\d{10,14})\.([\w-]{43})$/.exec(
        readCookie(cookies, HOST_COOKIE) ?? readCookie(cookies, INSTITUTION_COOKIE) ?? '',
      ) ?? []
    if (id === '' || !(Number(end) > now().getTime())) return null
    return isSameText(sign(publication, `${id}.${end}`), signature) ? id : null
  }

  const toLine = (publication: PublicationCode, value: string, seconds: number) => {
    const isSecure = options.originOf(publication).startsWith('https:')
    const name = isSecure ? HOST_COOKIE : INSTITUTION_COOKIE
    return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  }

  async function write(): Promise<void> {
    for (const [publication, counts] of waiting) {
      while (counts.size > 0) {
        const portion = [...counts].slice(0, PORTION)
        for (const [key] of portion) counts.delete(key)
        const kept = await serviceOf!(publication).countInstitutionReads({ body: portion.map(([, count]) => count) })
        if (kept.ok) continue
        onTrouble('countInstitutionReads', `${kept.status} ${kept.problem.code}`)
        // A count refused as invalid will not be accepted later: drop it.
        if (kept.status >= 400 && kept.status < 500) continue
        for (const [, { institutionId, month, articleId, reads }] of portion)
          add(publication, institutionId, month, articleId, reads)
        return
      }
    }
  }

  function add(
    publication: PublicationCode,
    institutionId: string,
    month: string,
    articleId: string,
    reads: number,
  ): void {
    const counts =
      waiting.get(publication) ??
      new Map<string, { institutionId: string; month: string; articleId: string; reads: number }>()
    waiting.set(publication, counts)
    const key = `${institutionId} ${month} ${articleId}`
    const known = counts.get(key)
    if (known !== undefined) known.reads += reads
    else if (counts.size < MOST_WAITING) counts.set(key, { institutionId, month, articleId, reads })
    else onTrouble('countInstitutionReads', 'too many waiting')
  }

  const flush = () =>
    (writing = writing
      .then(write)
      .catch((error: unknown) =>
        onTrouble('countInstitutionReads', error instanceof Error ? error.message : String(error)),
      ))

  return {
    find(publication, { address, cookies }) {
      const list = listOf(publication)
      if (list.length === 0) return null
      const near = findInstitution(list, address)
      if (near !== null) return { id: near.id, name: near.name, by: 'address' }
      const id = readToken(publication, cookies)
      const entered = id === null ? undefined : list.find((one) => one.id === id)
      return entered === undefined ? null : { id: entered.id, name: entered.name, by: 'code' }
    },
    count(publication, institutionId, articleId) {
      add(publication, institutionId, toDayKey(now()).slice(0, 7), articleId, 1)
      timer ??= setTimeout(() => {
        timer = null
        void flush()
      }, FLUSH_MS).unref()
    },
    toCookie(publication, institutionId) {
      const text = `${institutionId}.${now().getTime() + INSTITUTION_HOURS * 3_600_000}`
      return toLine(publication, `${text}.${sign(publication, text)}`, INSTITUTION_HOURS * 3600)
    },
    toClearedCookie: (publication) => toLine(publication, '', 0),
    renew: async () => void (await Promise.all(listPublicationCodes().map(read))),
    flush,
    async close() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      await flush()
    },
  }
}
