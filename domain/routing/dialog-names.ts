/**
 * The hashes that open a dialog (2.4). Every page needs these names, to leave such hashes alone; the rules stand in
 * `hash-dialogs`.
 */

export const HASH_DIALOGS = [
  'login',
  'register',
  'onboarding',
  'change-password',
  'verify-email',
  'forgot-password',
] as const
export type HashDialog = (typeof HASH_DIALOGS)[number]

export function toHashDialog(hash: string): HashDialog | null {
  const name = hash.startsWith('#') ? hash.slice(1) : hash
  return (HASH_DIALOGS as readonly string[]).includes(name) ? (name as HashDialog) : null
}
