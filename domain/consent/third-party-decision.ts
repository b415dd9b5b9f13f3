/** Which third parties load on a page, for a reader (specification 4.8). */
import { hasVendorConsent, type ThirdParties, type ThirdPartyContext } from './consent.ts'

/** False: the page has nothing of others, and does not even decide about it. The page around a frame does. */
export function mayHaveThirdParties({
  isNativeApp,
  isLocalEdition,
  isDialogFlow,
}: Pick<ThirdPartyContext, 'isNativeApp' | 'isLocalEdition' | 'isDialogFlow'>): boolean {
  return !isNativeApp && !isLocalEdition && !isDialogFlow
}

/**
 * Advertising and recommendations have no vendor of their own. The data they need belongs to kdm, so they wait for kdm.
 */
export function decideThirdParties(context: ThirdPartyContext): ThirdParties {
  const { consent } = context
  const isOpen = !context.isNativeApp && !context.isLocalEdition
  // A pur subscription alone means no tracking, whatever was stored before; pur with plus follows the banner (S1-12).
  const mayTrack = isOpen && (!context.isPurUser || context.isPlusUser)
  const isFlow = context.isLegal || context.isDialogFlow
  const hasKdm = mayTrack && consent?.consent === true && consent.kdmConsent
  const mayAdvertise = hasKdm && !context.isPurUser
  return {
    banner: mayTrack && !isFlow && context.isBannerEnabled,
    choice: mayTrack && !context.isDialogFlow,
    trackingCookies: hasKdm,
    ads: mayAdvertise,
    recommendations: mayAdvertise && context.isRecoEnabled,
    analytics: mayTrack && hasVendorConsent(consent, 'analytics'),
    pushNotifications: mayTrack && !isFlow && hasVendorConsent(consent, 'pushNotifications'),
    socialPosting: mayTrack && hasVendorConsent(consent, 'socialPosting'),
    audienceMeasurement: mayTrack && hasVendorConsent(consent, 'audienceMeasurement'),
  }
}
