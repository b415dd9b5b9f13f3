/** Accounts for imported subscribers, and the mails that invite them. */
import * as subscribers from '../subscribers.ts'
import type { AccountsHandler } from './reader.ts'

export const openSubscribers: AccountsHandler<'openSubscribers'> = async (accounts, { body, context }) => {
  const opened: Awaited<ReturnType<typeof subscribers.openSubscriber>>[] = []
  for (const reader of body.readers)
    opened.push(await subscribers.openSubscriber(accounts, context, reader, body.dryRun))
  return opened
}

export const inviteSubscribers: AccountsHandler<'inviteSubscribers'> = async (accounts, { body, context }) => {
  const invited: Awaited<ReturnType<typeof subscribers.inviteSubscriber>>[] = []
  for (const reader of body.readers)
    invited.push(await subscribers.inviteSubscriber(accounts, context, reader, body.readerService))
  return invited
}
