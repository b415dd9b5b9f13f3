/** Links in newsletter mails. The page cache must recognise them, because a page opened by one is never shared. */
/** `confirm`: `?bestaetigen=`, from the mail that asks; `leave`: `?abmelden=`, from the foot of an issue. */
export type NewsletterLink = { kind: 'confirm' | 'leave'; token: string }

const LINK_TOKEN = /^[\w.-]{1,200}$/
export const LINK_PARAMETERS = { confirm: 'bestaetigen', leave: 'abmelden' } as const

/** Null: an address without such a link. An invalid token counts as a link that leads nowhere. */
export function toNewsletterLink(query: URLSearchParams): NewsletterLink | null {
  for (const kind of ['confirm', 'leave'] as const) {
    const token = query.get(LINK_PARAMETERS[kind])
    if (token !== null) return { kind, token: LINK_TOKEN.test(token) ? token : '' }
  }
  return null
}
