/**
 * The state that tabs of one publication share about the reader (specification 3.2, S3.2-01). Nothing personal: no
 * token, name or address. `loginStatus` is a reason to read the cookie, never trusted; a login in progress is not
 * shared, because a crashed tab would block the others.
 */
export type SharedUserState = {
  isNewVerifiedRegistration: boolean
  missedConsentFormFields: readonly string[]
  /** null: not fetched. */
  onboardingCompleted: boolean | null
  gdprConsent: boolean | null
  /** Names the cookie `DM_STATE_{stateKey}` with the path on which the last login ended. */
  stateKey: string | null
  bookmarkCount: number | null
  hasBookmarks: boolean | null
  hasTagBookmarks: boolean | null
}

export type TabMessage = SharedUserState & { loginStatus: boolean }

export const NO_READER: Omit<SharedUserState, 'gdprConsent' | 'stateKey'> = {
  isNewVerifiedRegistration: false,
  missedConsentFormFields: [],
  onboardingCompleted: null,
  bookmarkCount: null,
  hasBookmarks: null,
  hasTagBookmarks: null,
}

/** Exactly these fields, whatever else the state contains. */
export function toTabMessage(state: SharedUserState & { status: string }): TabMessage {
  return {
    loginStatus: state.status === 'reader',
    isNewVerifiedRegistration: state.isNewVerifiedRegistration,
    missedConsentFormFields: state.missedConsentFormFields,
    onboardingCompleted: state.onboardingCompleted,
    gdprConsent: state.gdprConsent,
    stateKey: state.stateKey,
    bookmarkCount: state.bookmarkCount,
    hasBookmarks: state.hasBookmarks,
    hasTagBookmarks: state.hasTagBookmarks,
  }
}

/** Every script of the origin can write to storage and channel, so only valid values count. */
export function parseTabMessage(raw: unknown): TabMessage | null {
  const value = typeof raw === 'string' ? parseJson(raw) : raw
  if (typeof value !== 'object' || value === null || typeof (value as TabMessage).loginStatus !== 'boolean') return null
  const given = value as Record<string, unknown>
  const flag = (name: string) => (typeof given[name] === 'boolean' ? given[name] : null)
  const fields = given.missedConsentFormFields
  return {
    loginStatus: given.loginStatus as boolean,
    isNewVerifiedRegistration: given.isNewVerifiedRegistration === true,
    missedConsentFormFields: Array.isArray(fields)
      ? fields.filter((field) => typeof field === 'string' && field.length <= 50).slice(0, 20)
      : [],
    onboardingCompleted: flag('onboardingCompleted'),
    gdprConsent: flag('gdprConsent'),
    stateKey: typeof given.stateKey === 'string' && /^[0-9a-f]{16}$/.test(given.stateKey) ? given.stateKey : null,
    bookmarkCount:
      typeof given.bookmarkCount === 'number' && Number.isSafeInteger(given.bookmarkCount) && given.bookmarkCount >= 0
        ? given.bookmarkCount
        : null,
    hasBookmarks: flag('hasBookmarks'),
    hasTagBookmarks: flag('hasTagBookmarks'),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
