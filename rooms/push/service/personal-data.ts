/** Personal data of a reader in push, for export and erasure by the account service. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { PushContext } from './context.ts'
import { leave, listLatest } from './devices.ts'
import { ofReader } from './schema.ts'
import { toPushServiceName } from './shell-address.ts'
import { listDevicesOf, readChoices, removeDevices, removeOwners } from './store/devices.ts'

type Subject = { publication: PublicationCode; sub: string }

export type PushData = ReturnType<typeof toPersonalData>

export function toPersonalData(push: PushContext) {
  const { db } = push
  return {
    name: 'push',
    title: 'Mitteilungen auf Geräten',
    async read({ publication, sub }: Subject): Promise<unknown> {
      const devices = await listDevicesOf(db, publication, ofReader(sub))
      return {
        choices: await readChoices(db, publication, ofReader(sub)),
        // The export names the push service instead of the address, which would allow sending to the device.
        devices: devices.map(({ endpoint, agreed_at, text_version }) => ({
          pushService: toPushServiceName(endpoint),
          agreedAt: agreed_at.toISOString(),
          textVersion: text_version,
        })),
        latest: await listLatest(
          db,
          devices.map(({ id }) => id),
        ),
      }
    },
    /** A device may be an intruder's, so each is detached as by a logout and joins again with the next login. */
    async dropOpened({ publication, sub }: Subject): Promise<void> {
      await db.transaction().execute(async (trx) => {
        for (const device of await listDevicesOf(trx, publication, ofReader(sub))) await leave(push, trx, device)
      })
    },
    async erase({ publication, sub }: Subject): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const devices = await listDevicesOf(trx, publication, ofReader(sub))
        await removeDevices(
          trx,
          publication,
          devices.map(({ id }) => id),
        )
        await removeOwners(trx, publication, [ofReader(sub)])
        await trx
          .deleteFrom('push.messages')
          .where('publication', '=', publication)
          .where('owner', '=', ofReader(sub))
          .execute()
      })
    },
  }
}
