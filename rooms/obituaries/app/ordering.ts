/** Whether readers can order a notice on the site, and the telephone number otherwise. */
import type { RoomSettings } from '@lokalteil/contracts/publication/rooms'
import { obituaryTexts } from './obituary-texts.ts'
import type { Read } from '@lokalteil/web/app/page/content-api'
import { canPayAtOnce } from '@lokalteil/web/app/page/offer-api'
import type { LoadContext } from '@lokalteil/web/app/page/page'
import { toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'

/** `prices`: absent if none are set, or nothing can be paid at once. */
export type ObituaryOrdering = Pick<RoomSettings<'notices'>, 'prices' | 'office'>

export async function readOrdering(context: LoadContext): Promise<Read<ObituaryOrdering>> {
  const settings = await toRoomApi(context).getSettings('notices')
  if (!settings.ok) return settings
  const { prices, office } = settings.data
  const canOrder = prices !== undefined && (await canPayAtOnce(context.offers))
  return { ok: true, data: { office, ...(canOrder ? { prices } : {}) } }
}

export function toOfficeHelp(office: ObituaryOrdering['office']): string {
  const texts = obituaryTexts.ordering
  return office?.phone === undefined ? texts.contact : texts.office(office.phone, office.hours ?? '')
}
