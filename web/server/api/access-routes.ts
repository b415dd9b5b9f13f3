/**
 * Explains to a reader why an article is open or locked, and gives access by the code of a library or school (contract
 * `ACCESS_CALLS`). Promises: the explanation uses the same rules as the decision about the text, for the asking reader only;
 * it contains no article text and counts no visit for an institution; codes have one rate limit.
 */
import { Hono } from 'hono'
import { ACCESS_CALLS } from '@lokalteil/contracts/access'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { PAYWALL_INTERNAL } from '@lokalteil/contracts/paywall'
import { explainAccess, type DecisionRecord } from '@lokalteil/domain/access/access'
import { toSegments } from '@lokalteil/domain/access/paywall-rules'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { ANONYMOUS_READER } from '@lokalteil/domain/access/roles'
import type { ContentApi } from '../../app/page/content-api.ts'
import { toAccessPrincipal } from '../access/access-questions.ts'
import type { AccessOf } from '../access/article-access.ts'
import type { Institutions } from '../access/institutions.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import { refusal, reply, toRefusal, unavailable, type PortalApi } from './portal-api.ts'
import type { Sessions } from '../session/session.ts'

export type AccessRoutesOptions = {
  portalApi: PortalApi
  sessions: Pick<Sessions, 'read'>
  contentOf: (publication: PublicationCode) => Pick<ContentApi, 'getArticle' | 'getTestReport'>
  accessOf: (publication: PublicationCode) => AccessOf
  institutions: Institutions
  /** Null: no embedded service, so there are no codes. */
  paywallOf:
    | ((publication: PublicationCode) => Pick<Client<typeof PAYWALL_INTERNAL>, 'findInstitutionByCode' | 'getMeter'>)
    | null
  /** True if the embedded service decides: only its meter can be read. */
  isMeterKnown: boolean
  originOf: (publication: PublicationCode) => string
}

export function createAccessRoutes(options: AccessRoutesOptions): Hono<PortalEnv> {
  const { portalApi, sessions, institutions, paywallOf } = options
  const app = new Hono<PortalEnv>()

  portalApi.serve(app, ACCESS_CALLS.explainAccess, { as: 'anyone' }, async ({ params, query, context }) => {
    const { publication, cookies, origin } = context
    const content = options.contentOf(publication)
    const found = await content.getArticle({ id: params.id })
    const report = found.ok ? null : await content.getTestReport({ id: params.id })
    const article = found.ok ? found.data : report?.ok === true ? report.data : null
    if (article === null)
      return [found, report].every((read) => read !== null && !read.ok && [404, 410].includes(read.status))
        ? refusal(404, 'NOT_FOUND', 'There is no such article')
        : unavailable()
    const session = await sessions.read(publication, cookies)
    const reader = session.kind === 'reader' ? session.flags : ANONYMOUS_READER
    const institution = institutions.find(publication, { address: origin.address, cookies })
    let record: DecisionRecord | null = null
    const { from, ...rest } = query
    const parameters = new URLSearchParams(
      Object.entries(rest).filter((pair): pair is [string, string] => pair[1] !== undefined),
    )
    const own = {
      ...toAccessPrincipal({
        session,
        cookies,
        userAgent: origin.userAgent,
        referrer: from,
        origin: options.originOf(publication),
        query: parameters,
      }),
      institution,
      tell: (told: DecisionRecord) => void (record = told),
    }
    await options.accessOf(publication)(reader, own)(article)
    if (record === null) return unavailable()
    const explanation = explainAccess(record)
    const isMetered = options.isMeterKnown && explanation.paywallService !== null && paywallOf !== null
    const meter = isMetered
      ? await paywallOf(publication).getMeter({
          body: { sub: own.sub, anonId: own.sub === null ? own.anonId : null, segments: toSegments(reader) },
        })
      : null
    return reply({
      ...explanation,
      institution: institution === null ? null : { name: institution.name, by: institution.by },
      meter: meter?.ok === true ? meter.data.meter : null,
    })
  })

  portalApi.serve(app, ACCESS_CALLS.enterInstitution, { as: 'anyone' }, async ({ body, context }) => {
    if (paywallOf === null) return refusal(404, 'WRONG_CODE', 'No institution has this code')
    const found = await paywallOf(context.publication).findInstitutionByCode({
      body: { code: body.code, address: context.origin.address },
    })
    if (!found.ok) return toRefusal(found)
    // Reload the institutions, so that the next decision knows one that was just added.
    await institutions.renew()
    return reply({ name: found.data.name }, [institutions.toCookie(context.publication, found.data.id)])
  })

  portalApi.serve(app, ACCESS_CALLS.leaveInstitution, { as: 'anyone' }, async ({ context }) =>
    reply(undefined, [institutions.toClearedCookie(context.publication)]),
  )

  return app
}
