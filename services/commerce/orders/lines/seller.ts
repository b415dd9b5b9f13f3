/** The services that sell baskets. */
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { SELLER } from '@lokalteil/contracts/commerce/sellers'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'

export type SellerClient = Client<typeof SELLER>
/** Null: there is no such seller. */
export type FindSeller = (seller: string, publication: PublicationCode) => SellerClient | null
