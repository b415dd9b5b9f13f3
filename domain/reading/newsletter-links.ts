/** The links of newsletters' mails, as every server that keeps pages must know them: nothing of such a page is shared. */
/** `confirm`: `?bestaetigen=`, from the mail that asks; `leave`: `?abmelden=`, from the foot of an issue. */
export type NewsletterLink = { kind: 'confirm' | 'leave'; token: string }

const LINK_TOKEN = /^[\w.-]{1,200}$/
export const LINK_PARAMETERS = { confirm: 'bestaetigen', leave: 'abmelden' } as const

/** Null: an address without such a link. What cannot be a token is one that leads to nothing. */
export function toNewsletterLink(query: URLSearchParams): NewsletterLink | null {
  for (const kind of ['confirm', 'leave'] as const) {
    const token = query.get(LINK_PARAMETERS[kind])
    if (token !== null) return { kind, token: LINK_TOKEN.test(token) ? token : '' }
  }
  return null
}
