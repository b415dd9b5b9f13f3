/** The calls of people, by name of the contract. */
import type { OFFICE_STAFF } from '@lokalteil/contracts/office'
import type { BoundHandlers } from '../../platform/serve.ts'
import { ACCOUNT_HANDLERS } from './account.ts'
import { BY_COMMAND } from './audit.ts'
import type { PeopleContext, PeopleHandlers } from './people-context.ts'
import { PROVIDER_HANDLERS } from './provider-sign-in.ts'
import { SIGN_IN_HANDLERS } from './sign-in.ts'
import { inviteStaff, listMembers, renewStaff, resetFactor, setLock, STAFF_HANDLERS } from './staff.ts'

/** All but `openPreviewLink`, which is a matter of articles. */
export const PEOPLE_HANDLERS: Omit<PeopleHandlers, 'openPreviewLink'> = {
  ...SIGN_IN_HANDLERS,
  ...PROVIDER_HANDLERS,
  ...ACCOUNT_HANDLERS,
  ...STAFF_HANDLERS,
}

export const COMMAND_HANDLERS: BoundHandlers<PeopleContext, typeof OFFICE_STAFF, null> = {
  listAllStaff: async (people) => ({ staff: await listMembers(people) }),
  inviteStaff: (people, { body }) => inviteStaff(people, body, BY_COMMAND),
  lockStaff: (people, { body: { email, isLocked } }) => setLock(people, email, isLocked, BY_COMMAND),
  renewStaff: (people, { body: { email } }) => renewStaff(people, email, BY_COMMAND),
  resetFactor: (people, { body: { email } }) => resetFactor(people, email, BY_COMMAND),
}
