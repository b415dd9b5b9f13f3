/**
 * Services that must learn about a changed mail address: newsletters, the subscription platform, the community
 * and those of rooms, embedded or external. If an external service does not know the call (404), this is logged and not
 * retried.
 */
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { COMMUNITY } from '@lokalteil/contracts/community'
import type { NEWSLETTER } from '@lokalteil/contracts/newsletters'
import type { COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { MountedRoom } from '@lokalteil/rooms/define-room'
import type { AccountsService } from '@lokalteil/services/accounts/app'
import type { Log } from '../../http/log.ts'

export function subscribeToAddressChanges(
  accounts: Pick<AccountsService, 'onAddressChange'>,
  {
    newsletterOf,
    platformOf,
    communityOf,
    rooms,
    log,
  }: {
    newsletterOf: (publication: PublicationCode) => Client<typeof NEWSLETTER>
    platformOf: (publication: PublicationCode) => Client<typeof COMMERCE_INTERNAL>
    communityOf: ((publication: PublicationCode) => Client<typeof COMMUNITY>) | null
    rooms: readonly Pick<MountedRoom, 'name' | 'changeAddress'>[]
    log: Log
  },
): void {
  function check(service: string, result: Result<unknown>): void {
    if (result.ok) return
    if (result.status !== 404) throw new Error(`${service} answered ${result.status} ${result.problem.code}`)
    log('warn', 'address-change-not-told', { service, meaning: 'the service has no endpoint changeAddress' })
  }

  accounts.onAddressChange('newsletter', async (publication, change) => {
    check('newsletter', await newsletterOf(publication).changeAddress({ body: change }))
  })
  if (communityOf !== null)
    accounts.onAddressChange('community', async (publication, { sub, to }) => {
      check('community', await communityOf(publication).changeAddress({ body: { sub, email: to } }))
    })
  accounts.onAddressChange('subscription', async (publication, { sub, from, to }) => {
    check('subscription', await platformOf(publication).changeAddress({ params: { sub }, body: { from, to } }))
  })
  for (const { name, changeAddress } of rooms)
    if (changeAddress !== null)
      accounts.onAddressChange(name, async (publication, change) =>
        check(name, await changeAddress(publication, change)),
      )
}
