/**
 * Messages from the provider popup's callback page to its opener (S7.5-11, T28): sent to this origin only, accepted
 * from it and from this one popup only. No message carries a token; the server sets the cookies.
 */
export type SocialMessage = { type: 'social-login' } & (
  | { kind: 'login'; userState: 'login' | 'registration' | 'registration_verified'; missingFields: string[] }
  | { kind: 'link-mail-sent' }
  /** `code`: the reason, as in the contract; also if the provider returned without a credential. */
  | { kind: 'failed'; code: string }
)

/** Id of the element that contains the message as JSON. */
export const SOCIAL_MESSAGE_ID = 'social-message'

/**
 * The inline script of the callback page, whose policy names its hash. The page must be sent with
 * `Cross-Origin-Opener-Policy: unsafe-none`: any other value cuts the popup off from its opener. Without an opener the
 * reader continues in this window, where the cookies count.
 */
export const SOCIAL_CALLBACK_SCRIPT = `(function(){var m=JSON.parse(document.getElementById('${SOCIAL_MESSAGE_ID}').textContent);if(window.opener&&!window.opener.closed){window.opener.postMessage(m,location.origin);window.close()}else{location.replace(m.kind==='login'?'/?userState='+m.userState:m.kind==='failed'?'/error/social-login-failed':'/')}})()`

/** Null: not from our popup, or no known message. */
export function parseSocialMessage(
  event: Pick<MessageEvent, 'origin' | 'data' | 'source'>,
  own: { origin: string; popup: unknown },
): SocialMessage | null {
  if (event.origin !== own.origin || own.popup === null || event.source !== own.popup) return null
  const data = event.data as Record<string, unknown> | null
  if (typeof data !== 'object' || data === null || data.type !== 'social-login') return null
  switch (data.kind) {
    case 'login': {
      const { userState, missingFields } = data
      if (userState !== 'login' && userState !== 'registration' && userState !== 'registration_verified') return null
      if (!Array.isArray(missingFields) || !missingFields.every((field) => typeof field === 'string')) return null
      return { type: 'social-login', kind: 'login', userState, missingFields }
    }
    case 'link-mail-sent':
      return { type: 'social-login', kind: 'link-mail-sent' }
    case 'failed':
      return typeof data.code === 'string' ? { type: 'social-login', kind: 'failed', code: data.code } : null
    default:
      return null
  }
}
