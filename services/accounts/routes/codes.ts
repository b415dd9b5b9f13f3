/** Endpoints for codes of mails, and for passwords set with them. */
import * as codes from '../codes.ts'
import * as confirmations from '../confirmations.ts'
import type { AccountsContext } from '../context.ts'
import { getEmailCodeState } from '../email-change/email-change.ts'
import * as passwordChanges from '../password-changes.ts'
import { asReader, toLogin, type AccountsCall, type AccountsReply } from './reader.ts'

export async function getPasswordCode(
  accounts: AccountsContext,
  { params, context }: AccountsCall<'getPasswordCode'>,
): AccountsReply<'getPasswordCode'> {
  return { state: await codes.getCodeState(accounts, context, 'reset', params.code) }
}

export async function getMailCode(
  accounts: AccountsContext,
  { params: { purpose, code }, context }: AccountsCall<'getMailCode'>,
): AccountsReply<'getMailCode'> {
  return {
    state:
      purpose === 'change-email' || purpose === 'undo-email'
        ? await getEmailCodeState(accounts, context, purpose, code)
        : await codes.getCodeState(accounts, context, purpose, code),
  }
}

export function confirmEmail(
  accounts: AccountsContext,
  { body, context }: AccountsCall<'confirmEmail'>,
): AccountsReply<'confirmEmail'> {
  return confirmations.confirmEmail(accounts, context, body.code)
}

export const sendEmailConfirmation = asReader<'sendEmailConfirmation'>(confirmations.sendConfirmation)

export function forgotPassword(
  accounts: AccountsContext,
  { body, context }: AccountsCall<'forgotPassword'>,
): AccountsReply<'forgotPassword'> {
  return passwordChanges.forgotPassword(accounts, context, body.email, body)
}

export async function resetPassword(
  accounts: AccountsContext,
  { body, context }: AccountsCall<'resetPassword'>,
): AccountsReply<'resetPassword'> {
  return toLogin(accounts, await passwordChanges.resetPassword(accounts, context, 'sso', body, body))
}

export const changePassword = asReader<'changePassword'>(async (accounts, reader, body) =>
  toLogin(accounts, await passwordChanges.changePassword(accounts, reader, 'sso', body, body)),
)
