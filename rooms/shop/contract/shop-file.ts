/**
 * `shop.yaml`: goods that a publication sells beside its subscriptions, if the room `shop` is switched on
 * (docs/shop.md).
 */
import { MOST_OF_ONE, PRODUCT_KINDS } from '../domain/cart.ts'
import { z } from 'zod'
import { defineRoomFile } from '@lokalteil/contracts/publication/room-file'
import { FolderPicture, Slug, text } from '@lokalteil/contracts/publication/values'

const Cents = z.number().int().min(0).max(100_000)
const Countries = z
  .array(z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters, like DE'))
  .min(1, 'must have a country')
  .max(30)

const Variant = z.strictObject({
  id: Slug,
  name: z.string().trim().max(80).default(''),
  cents: Cents.min(1, 'must be at least 1 cent').describe('Value added tax included'),
  stock: z
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .nullable()
    .default(null)
    .describe('Total ever put in: for 20 new ones increase it by 20. Absent: never counted'),
})

const Product = z
  .strictObject({
    id: Slug,
    kind: z.enum(PRODUCT_KINDS).default('goods'),
    category: Slug.optional(),
    name: text(120),
    teaser: z.string().trim().max(200).default(''),
    /** Paragraphs, separated by an empty line. */
    description: z.string().trim().max(4000).default(''),
    vatPercent: z.number().int().min(0).max(30).describe('Of a voucher 0: what is bought with it is taxed'),
    mostPerOrder: z.number().int().min(1).max(MOST_OF_ONE).default(10),
    /** ISBN, pages, material, and the producer (Regulation (EU) 2023/988). */
    details: z
      .array(z.strictObject({ label: text(60), value: text(300) }))
      .max(12)
      .default([]),
    event: z
      .strictObject({
        on: z.iso.date('must be a day like 2026-12-31'),
        at: z.string().trim().max(20).default(''),
        place: text(160),
      })
      .optional()
      .describe('Of a ticket'),
    picture: FolderPicture.optional(),
    variants: z.array(Variant).min(1, 'must have a variant with its price').max(20),
  })
  .superRefine(({ kind, vatPercent, event, variants }, context) => {
    const flag = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (kind === 'voucher' && vatPercent !== 0) flag('vatPercent', 'must be 0: what is bought with a voucher is taxed')
    if (kind === 'ticket' && event === undefined) flag('event', 'must say when and where, because it is a ticket')
    if (kind !== 'ticket' && event !== undefined) flag('event', 'must not be there: only a ticket has a day')
    if (new Set(variants.map(({ id }) => id)).size !== variants.length) flag('variants', 'two have the same id')
  })

const Shop = z
  .strictObject({
    intro: z.string().trim().max(400).default(''),
    categories: z
      .array(z.strictObject({ id: Slug, name: text(60) }))
      .max(20)
      .default([]),
    /** The first is the default of a cart. */
    shipping: z
      .array(
        z.strictObject({
          id: Slug,
          name: text(80),
          cents: Cents,
          freeFromCents: Cents.nullable().default(null).describe('Sum of goods from which it costs nothing'),
          countries: Countries,
        }),
      )
      .max(6)
      .default([]),
    pickups: z
      .array(
        z.strictObject({
          id: Slug,
          name: text(80),
          address: z.string().trim().max(200).default(''),
          hours: z.string().trim().max(160).default(''),
        }),
      )
      .max(10)
      .default([]),
    voucherYears: z.number().int().min(3, 'must be at least 3, as claims lapse').max(10).default(3),
    products: z.array(Product).max(200).default([]),
  })
  .superRefine(({ products, categories, shipping, pickups }, context) => {
    const known = new Set(categories.map(({ id }) => id))
    const seen = new Set<string>()
    for (const [index, { id, category }] of products.entries()) {
      if (seen.has(id))
        context.addIssue({ code: 'custom', path: ['products', index, 'id'], message: `"${id}" is there twice` })
      seen.add(id)
      if (category !== undefined && !known.has(category))
        context.addIssue({
          code: 'custom',
          path: ['products', index, 'category'],
          message: `there is no category "${category}"`,
        })
    }
    const ways = [...shipping, ...pickups].map(({ id }) => id)
    if (new Set(ways).size !== ways.length)
      context.addIssue({ code: 'custom', path: ['pickups'], message: 'two ways of delivery have the same id' })
    if (ways.length === 0 && products.some(({ kind }) => kind === 'goods'))
      context.addIssue({
        code: 'custom',
        path: ['shipping'],
        message: 'must have a way of delivery, or "pickups" a place, because goods are sold',
      })
  })

export const SHOP_FILE = defineRoomFile(Shop, ({ products }) => ({
  pictures: products.flatMap(({ picture }, index) =>
    picture === undefined ? [] : [{ at: ['products', index, 'picture'], picture }],
  ),
  isSelling: products.length > 0,
}))
