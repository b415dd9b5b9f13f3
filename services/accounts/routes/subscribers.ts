/** Accounts for imported subscribers, and the mails that invite them. */
import * as subscribers from '../subscribers.ts'
import type { AccountsContext } from '../context.ts'
import type { AccountsCall, AccountsReply } from './reader.ts'

export async function openSubscribers(
  accounts: AccountsContext,
  { body, context }: AccountsCall<'openSubscribers'>,
): AccountsReply<'openSubscribers'> {
  const opened: Awaited<ReturnType<typeof subscribers.openSubscriber>>[] = []
  for (const reader of body.readers)
    opened.push(await subscribers.openSubscriber(accounts, context, reader, body.dryRun))
  return opened
}

export async function inviteSubscribers(
  accounts: AccountsContext,
  { body, context }: AccountsCall<'inviteSubscribers'>,
): AccountsReply<'inviteSubscribers'> {
  const invited: Awaited<ReturnType<typeof subscribers.inviteSubscriber>>[] = []
  for (const reader of body.readers)
    invited.push(await subscribers.inviteSubscriber(accounts, context, reader, body.readerService))
  return invited
}
