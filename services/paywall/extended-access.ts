/** Extended access: the search provider vouches for a reader; each nonce opens for one session. */
import { createHmac, randomUUID } from 'node:crypto'
import { decideExtendedAccess as decide, readAssertion, toSignedText } from '@lokalteil/domain/access/extended-access'
import { isSameText } from '../platform/signed-text.ts'
import { digestOf, type InternalHandlers } from './context.ts'
import { takeNonce } from './store/decisions.ts'

export const decideExtendedAccess: InternalHandlers['decideExtendedAccess'] = async (
  { db, extendedAccessKeys, now },
  { context, body },
) => {
  const { articleId, isEntitled, session, ...parameters } = body
  if (isEntitled) return { decision: 'unlocked' as const, reason: 'entitled' as const }
  const assertion = readAssertion(parameters, now())
  if (assertion.kind !== 'good') return { decision: 'locked' as const, reason: assertion.kind }
  if (!isSigned(extendedAccessKeys, toSignedText(parameters, articleId), parameters.gaa_sig))
    return { decision: 'locked' as const, reason: 'wrong-signature' as const }
  if (!assertion.isGranted) return { decision: 'locked' as const, reason: 'refused' as const }
  // Without a session the nonce is used up: the random owner matches no session.
  const owner = digestOf(session === null ? `once ${randomUUID()}` : `session ${session}`)
  const isFirstUse = await takeNonce(db, context, digestOf(`nonce ${assertion.nonce}`), owner, assertion.expiresAt)
  const decision = decide({ isEntitled, assertion, isSigned: true, isFirstUse })
  return { decision, reason: decision === 'unlocked' ? ('granted' as const) : ('used' as const) }
}

/** Providers write the 43 letters with or without padding; no other spelling is accepted. */
function isSigned(keys: readonly string[], text: string, signature: string): boolean {
  return keys.some((key) =>
    isSameText(createHmac('sha256', key).update(text).digest('base64url'), signature.replace(/=$/, '')),
  )
}
