/** Assembles access to texts: the paywall's answers, gift tokens, institutions, and the log of decisions. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { createAccessQuestions, createDecisionLog, toAccessPrincipal } from '../access/access-questions.ts'
import { createArticleAccess, type AccessOf } from '../access/article-access.ts'
import { createInstitutions, type Institutions } from '../access/institutions.ts'
import type { RoutesOptions } from '../api/routes.ts'
import type { ContentApis } from './content-apis.ts'
import type { Media } from './media.ts'
import { perPublication } from './services/per-publication.ts'
import type { PortalContext } from './portal-context.ts'
import type { Services } from './services/service-table.ts'

export type Access = {
  accessOf: (publication: PublicationCode) => AccessOf
  /** The same for one request, whose read is counted for its institution. */
  accessOfRequest: RoutesOptions['accessOf']
  institutions: Institutions
  onTrouble: (what: string, reason: string) => void
  close: () => Promise<void>
}

export function openAccess(
  context: PortalContext,
  services: Services,
  { contentOf }: ContentApis,
  media: Media,
): Access {
  const { config, accountsSecret, now, time, log } = context
  const { content, paywall, foreignPaywall, gifts, purchases } = services
  const onTrouble = (what: string, reason: string) => log('warn', 'access-unanswered', { what, reason })
  const internalOf = paywall.own === null ? null : paywall.clients.internal
  const decisions =
    internalOf === null
      ? null
      : createDecisionLog({
          serviceOf: internalOf,
          now,
          onLost: (count, reason) => log('warn', 'decisions-lost', { count, reason }),
        })
  const institutions = createInstitutions({
    serviceOf: internalOf,
    secret: accountsSecret,
    originOf: config.originOf,
    now,
    onTrouble,
  })
  // The start does not wait for it; until then visitors of institutions are asked to log in.
  void institutions.renew().catch((error: unknown) => onTrouble('listInstitutions', String(error)))

  const accessOf = perPublication((publication) =>
    createArticleAccess({
      isPaywallEnabled: config.isPaywallEnabled,
      legalSiteIds: config.legalSiteIds,
      content: contentOf(publication),
      internal: content.clients.internal(publication),
      questions: createAccessQuestions({
        publication,
        paywall: (foreignPaywall.isThere ? foreignPaywall : paywall).clients.decisions(publication),
        paywallInternal: internalOf?.(publication) ?? null,
        links: gifts.isThere ? gifts.clients.links(publication) : null,
        purchases,
        decisions,
        onTrouble,
      }),
      addAddresses: media.signed.addUnlockedAddresses,
      now: time,
    }),
  )
  if (!config.isPaywallEnabled) log('warn', 'paywall-disabled', { meaning: 'every reader gets every text' })
  return {
    accessOf,
    accessOfRequest: toAccessOfRequest(context, accessOf, institutions),
    institutions,
    onTrouble,
    async close() {
      // Write buffered counts first.
      await institutions.close()
      await decisions?.close()
    },
  }
}

function toAccessOfRequest(
  { config }: PortalContext,
  accessOf: (publication: PublicationCode) => AccessOf,
  institutions: Institutions,
): Access['accessOfRequest'] {
  return (publication, reader, request) => {
    const institution = institutions.find(publication, request)
    const decide = accessOf(publication)(
      reader,
      toAccessPrincipal({ ...request, origin: config.originOf(publication), institution }),
    )
    return async (article) => {
      const decided = await decide(article)
      if (institution !== null && decided.access.rule === 'institution')
        institutions.count(publication, institution.id, article.id)
      return decided
    }
  }
}
