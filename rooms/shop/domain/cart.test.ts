import { describe, expect, it } from 'vitest'
import { setQuantity, toCart, toMostQuantity, toShippingCents, toShippingVat } from './cart.ts'

describe('a cart', () => {
  it.each<[string, unknown, unknown]>([
    ['nothing', null, []],
    ['no list', { sku: 'tasse:blau' }, []],
    [
      'an invalid item',
      [1, null, { sku: 'tasse' }, { sku: 'tasse:blau', quantity: '2' }, { sku: 'tasse:blau', quantity: -1 }],
      [],
    ],
    [
      'the same twice',
      [
        { sku: 'tasse:blau', quantity: 2 },
        { sku: 'tasse:blau', quantity: 3 },
      ],
      [{ sku: 'tasse:blau', quantity: 5 }],
    ],
    ['too many', [{ sku: 'tasse:blau', quantity: 999 }], [{ sku: 'tasse:blau', quantity: 20 }]],
    ['a price of its own', [{ sku: 'tasse:blau', quantity: 1, cents: 1 }], [{ sku: 'tasse:blau', quantity: 1 }]],
  ])('R1-84 reads from the stored cart only valid entries: %s', (_name, kept, cart) =>
    expect(toCart(kept)).toEqual(cart),
  )

  it('changes one line and keeps the order of the others', () => {
    const cart = [
      { sku: 'a:b', quantity: 1 },
      { sku: 'c:d', quantity: 1 },
    ]
    expect(setQuantity(cart, 'a:b', 3)).toEqual([
      { sku: 'a:b', quantity: 3 },
      { sku: 'c:d', quantity: 1 },
    ])
    expect(setQuantity(cart, 'a:b', 0)).toEqual([{ sku: 'c:d', quantity: 1 }])
    expect(setQuantity(cart, 'e:f', 2).at(-1)).toEqual({ sku: 'e:f', quantity: 2 })
  })
})

describe('the costs of a cart', () => {
  it.each([
    [{ id: 'p', name: 'P', cents: 490, freeFromCents: 5000 }, 4999, 490],
    [{ id: 'p', name: 'P', cents: 490, freeFromCents: 5000 }, 5000, 0],
    [{ id: 'p', name: 'P', cents: 490, freeFromCents: null }, 9999, 490],
  ])('shipping %o of %i is %i', (rate, goods, cents) => expect(toShippingCents(rate, goods)).toBe(cents))
  it('shipping has the highest tax rate of the goods sent', () =>
    expect([toShippingVat([{ vatPercent: 7 }, { vatPercent: 19 }]), toShippingVat([])]).toEqual([19, 0]))
  it.each([
    [null, 10, 10],
    [3, 10, 3],
    [0, 10, 0],
    [-2, 10, 0],
    [99, 50, 20],
  ])('with %s left and %i a reader, %i can be ordered', (left, most, can) =>
    expect(toMostQuantity(left, most)).toBe(can),
  )
})
