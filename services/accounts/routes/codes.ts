/** Endpoints for codes of mails, and for passwords set with them. */
import * as codes from '../codes.ts'
import * as confirmations from '../confirmations.ts'
import { getEmailCodeState } from '../email-change/email-change.ts'
import * as passwordChanges from '../password-changes.ts'
import { asReader, toLogin, type AccountsHandler } from './reader.ts'

export const getPasswordCode: AccountsHandler<'getPasswordCode'> = async (accounts, { params, context }) => {
  return { state: await codes.getCodeState(accounts, context, 'reset', params.code) }
}

export const getMailCode: AccountsHandler<'getMailCode'> = async (accounts, { params: { purpose, code }, context }) => {
  return {
    state:
      purpose === 'change-email' || purpose === 'undo-email'
        ? await getEmailCodeState(accounts, context, purpose, code)
        : await codes.getCodeState(accounts, context, purpose, code),
  }
}

export const confirmEmail: AccountsHandler<'confirmEmail'> = (accounts, { body, context }) => {
  return confirmations.confirmEmail(accounts, context, body.code)
}

export const sendEmailConfirmation = asReader<'sendEmailConfirmation'>(confirmations.sendConfirmation)

export const forgotPassword: AccountsHandler<'forgotPassword'> = (accounts, { body, context }) => {
  return passwordChanges.forgotPassword(accounts, context, body.email, body)
}

export const resetPassword: AccountsHandler<'resetPassword'> = async (accounts, { body, context }) => {
  return toLogin(accounts, await passwordChanges.resetPassword(accounts, context, 'sso', body, body))
}

export const changePassword = asReader<'changePassword'>(async (accounts, reader, body) =>
  toLogin(accounts, await passwordChanges.changePassword(accounts, reader, 'sso', body, body)),
)
