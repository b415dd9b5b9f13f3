/** Endpoints for codes of mails, and for passwords set with them. */
import * as codes from '../codes.ts'
import * as confirmations from '../confirmations.ts'
import type { AccountsContext } from '../context.ts'
import { getEmailCodeState } from '../email-change/email-change.ts'
import * as passwordChanges from '../password-changes.ts'
import { asReader, toLogin, type SsoCall, type SsoReply } from './reader.ts'

export async function getPasswordCode(
  accounts: AccountsContext,
  { params, context }: SsoCall<'getPasswordCode'>,
): SsoReply<'getPasswordCode'> {
  return { state: await codes.getCodeState(accounts, context, 'reset', params.code) }
}

export async function getMailCode(
  accounts: AccountsContext,
  { params: { purpose, code }, context }: SsoCall<'getMailCode'>,
): SsoReply<'getMailCode'> {
  return {
    state:
      purpose === 'change-email' || purpose === 'undo-email'
        ? await getEmailCodeState(accounts, context, purpose, code)
        : await codes.getCodeState(accounts, context, purpose, code),
  }
}

export function confirmEmail(
  accounts: AccountsContext,
  { body, context }: SsoCall<'confirmEmail'>,
): SsoReply<'confirmEmail'> {
  return confirmations.confirmEmail(accounts, context, body.code)
}

export const sendEmailConfirmation = asReader<'sendEmailConfirmation'>(confirmations.sendConfirmation)

export function forgotPassword(
  accounts: AccountsContext,
  { body, context }: SsoCall<'forgotPassword'>,
): SsoReply<'forgotPassword'> {
  return passwordChanges.forgotPassword(accounts, context, body.email, body)
}

export async function resetPassword(
  accounts: AccountsContext,
  { body, context }: SsoCall<'resetPassword'>,
): SsoReply<'resetPassword'> {
  return toLogin(accounts, await passwordChanges.resetPassword(accounts, context, 'sso', body, body))
}

export const changePassword = asReader<'changePassword'>(async (accounts, reader, body) =>
  toLogin(accounts, await passwordChanges.changePassword(accounts, reader, 'sso', body, body)),
)
