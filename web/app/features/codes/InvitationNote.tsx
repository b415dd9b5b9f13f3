/**
 * A note beside the offers for visitors with a friend's link: the invitation is remembered until the order (S2.3-04).
 */
import { useEffect, useState } from 'react'
import {
  INVITATION_COOKIE,
  INVITATION_COOKIE_SECONDS,
  INVITATION_PARAMETER,
  toInvitationToken,
} from '@lokalteil/domain/commerce/invitations'
import { readCookie, writeCookie } from '../../browser/consent/cookies.ts'
import { usePortal } from '../../page/portal.ts'
import { invitationTexts } from '../../messages/commerce/codes.ts'
import css from './Codes.module.css'

export function InvitationNote() {
  const { publication } = usePortal()
  const [isInvited, setInvited] = useState(false)
  useEffect(() => {
    const token = toInvitationToken(new URLSearchParams(location.search).get(INVITATION_PARAMETER))
    if (token !== null) writeCookie(INVITATION_COOKIE, token, INVITATION_COOKIE_SECONDS)
    setInvited((token ?? readCookie(INVITATION_COOKIE)) !== null)
  }, [])
  if (!isInvited) return null
  return (
    <div className={`page ${css.invited}`}>
      <p className={css.text}>{invitationTexts.invited(publication.name)}</p>
    </div>
  )
}
