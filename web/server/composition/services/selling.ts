/** Applies the offers and paywall rules of a publication's folder to the services. */
import type { PublicationInForce } from '@lokalteil/contracts/publication/directory'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { CommerceService } from '@lokalteil/services/commerce/app'
import type { Selling } from '@lokalteil/services/commerce/context'
import type { PaywallService } from '@lokalteil/services/paywall/app'
import { isSellable } from '@lokalteil/services/publications/documents/legal-check'

/** Null: the service is external and configured there. */
export type SellingServices = {
  commerce: Pick<CommerceService, 'applyFolder'> | null
  paywall: Pick<PaywallService, 'applyFolder'> | null
}

const NOT_SOLD: Selling['catalogue'] = { offers: [], readerService: null }

/** A failure of one service does not stop the other. */
export async function tellSelling(
  { commerce, paywall }: SellingServices,
  { folder, version }: PublicationInForce,
  onError: (error: unknown) => void,
): Promise<void> {
  const { identity, offers, paywall: rules } = folder
  const { code, seller = null } = identity
  await Promise.all([
    commerce?.applyFolder(code, { version, catalogue: offers ?? NOT_SOLD, seller }).catch(onError),
    paywall?.applyFolder(code, { version, rules }).catch(onError),
  ])
}

/** Checks the state in force, set by the folder or by the office. */
export function listSaleObstacles(folder: PublicationFolder, { catalogue: offers, seller }: Selling): string[] {
  const identity = { ...folder.identity, seller: seller ?? undefined }
  const sellable = isSellable({ ...folder, identity, offers })
  return sellable.ok
    ? []
    : sellable.missing.map(({ file, field, message, remedy }) =>
        [file, field, message.replace(/\.?$/, '.'), remedy].filter((part) => part !== '').join(' '),
      )
}
