/** The shop of all publications, for pages; nothing if the room is off. */
import type { SHOP, ShopView } from '@lokalteil/contracts/shop'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Read } from '../../../app/page/content-api.ts'
import type { RoomSettings } from './room-settings.ts'

export type ShopSource = { of: (code: Mandator) => { getShop: () => Promise<Read<ShopView>> } }

export type ShopSourceOptions = {
  rooms: RoomSettings
  /** Null: there is no service. */
  shopOf: ((code: Mandator) => Client<typeof SHOP>) | null
  /** Adds signed addresses of pictures, if needed. */
  addAddresses: ((value: unknown) => void) | null
}

export function createShopSource({ rooms, shopOf, addAddresses }: ShopSourceOptions): ShopSource {
  return {
    of: (code) => ({
      async getShop() {
        if (rooms.of(code, 'shop') === null || shopOf === null) return { ok: false, status: 404 }
        const found = await shopOf(code).getShop({})
        if (!found.ok) return { ok: false, status: found.status }
        addAddresses?.(found.data)
        return { ok: true, data: found.data }
      },
    }),
  }
}
