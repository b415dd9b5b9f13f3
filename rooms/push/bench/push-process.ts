/**
 * `node rooms/push/bench/push-process.ts FOLDER ORIGIN COUNT`: creates an embedded database with COUNT devices that want breaking
 * news.
 */
import { createPushService } from '../service/app.ts'
import { ofDevice, type PushDb } from '../service/schema.ts'
import { toVapid } from '../service/vapid.ts'
import { openDatabase } from '@lokalteil/services/platform/database'
import { createBrowserDouble } from '@lokalteil/tools/push-double'

const AT_ONCE = 2000
const [folder = '', origin = '', count = '0'] = process.argv.slice(2)

const database = await openDatabase({ dataDir: folder })
const service = await createPushService({
  database,
  serviceKey: 'not asked by anybody',
  vapid: toVapid('a secret of a benchmark, longer than thirty-two', 'mailto:bench@example.org'),
  contentOf: () => {
    throw new Error('Nothing is asked')
  },
})
const db = database.db as PushDb
const { keys } = createBrowserDouble(origin).subscription
const now = new Date()
for (let from = 0; from < Number(count); from += AT_ONCE) {
  const ids = Array.from({ length: Math.min(AT_ONCE, Number(count) - from) }, (_, index) => from + index)
  const devices = ids.map((index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    publication: 'ak',
    digest: String(index),
    endpoint: `${origin}/device/${index}`,
    p256dh: keys.p256dh,
    auth: keys.auth,
    public_key: '',
    text_version: 'bench',
    agreed_at: now,
  }))
  await db
    .insertInto('push.devices')
    .values(devices.map((device) => ({ ...device, owner: ofDevice(device.id) })))
    .execute()
  await db
    .insertInto('push.owners')
    .values(
      devices.map(({ id }) => ({
        publication: 'ak',
        owner: ofDevice(id),
        breaking: true,
        replies: false,
        quiet_from: null,
        quiet_to: null,
        breaking_in_quiet: false,
        most_a_day: 5,
        changed_at: now,
      })),
    )
    .execute()
}
await service.close()
await database.close()
process.stdout.write(`${JSON.stringify({ devices: Number(count) })}\n`)
