/** The cart with current prices: requested again whenever it changes, in this tab or another. */
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CartView } from '../contract/shop.ts'
import type { CartItem } from '../domain/cart.ts'
import { createPortalClient } from '@lokalteil/web/app/page/portal-client'
import { toBasketPath } from '@lokalteil/domain/commerce/order-paths'
import { changeCart, readCart, readServerCart, subscribeToCart } from './cart-store.ts'

export type CartTrouble = 'unreachable' | 'too-many' | 'changed'
export type CartState = {
  items: readonly CartItem[]
  /** Null: not known yet. */
  view: CartView | null
  trouble: CartTrouble | null
  isBusy: boolean
}

export function useCart() {
  const items = useSyncExternalStore(subscribeToCart, readCart, readServerCart)
  const [client] = useState(() => createPortalClient())
  const [choice, setChoice] = useState<{ delivery: string | null; voucher: string | null }>({
    delivery: null,
    voucher: null,
  })
  const [state, setState] = useState<Omit<CartState, 'items'>>({ view: null, trouble: null, isBusy: false })
  const asked = useRef(0)

  const count = useCallback(
    async (note: CartTrouble | null = null) => {
      const question = ++asked.current
      setState((before) => ({ ...before, isBusy: true }))
      const body = { items: [...items], ...choice }
      const result = await client.call('POST /api/shop/cart', { body })
      if (question !== asked.current) return
      if (result.kind === 'ok') return setState({ view: result.data, trouble: note, isBusy: false })
      const isTooMany = result.kind === 'refused' && result.status === 429
      setState((before) => ({ ...before, trouble: isTooMany ? 'too-many' : 'unreachable', isBusy: false }))
    },
    [client, items, choice],
  )
  useEffect(() => {
    if (items.length > 0) void count()
  }, [items, count])

  /** Goes to the checkout with the shown contents; if they have changed, the cart is shown again first. */
  async function order(): Promise<void> {
    const { view } = state
    if (view === null || state.isBusy) return
    const wanted = view.lines.filter(({ state: of }) => of !== 'gone').map(({ sku, quantity }) => ({ sku, quantity }))
    setState((before) => ({ ...before, isBusy: true }))
    const result = await client.call('POST /api/shop/baskets', {
      body: {
        items: wanted,
        delivery: view.chosen,
        voucher: view.voucher === null ? null : choice.voucher,
        confirmedCents: view.dueCents,
      },
    })
    if (result.kind === 'ok') return location.assign(toBasketPath('shop', result.data.reference))
    if (result.kind === 'refused' && result.status === 409) return count('changed')
    setState((before) => ({ ...before, trouble: 'unreachable', isBusy: false }))
  }

  return {
    state: { ...state, items },
    choice,
    change: changeCart,
    setDelivery: (delivery: string) => setChoice((before) => ({ ...before, delivery })),
    setVoucher: (voucher: string | null) => setChoice((before) => ({ ...before, voucher })),
    retry: () => void count(),
    order: () => void order(),
  }
}
