/** The advertising of each publication, from the folder in force. */
import type { Advertising as AdvertisingFile } from '@lokalteil/contracts/publication/advertising'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { AdvertisingFacts } from '@lokalteil/domain/advertising/facts'
import type { Publication, PublicationCode } from '@lokalteil/domain/publication/publications'

export type Advertising = {
  /** `hasServer`: an ad framework may fill places after consent. Undefined: the publication has no advertising. */
  factsOf: (publication: Publication, hasServer: boolean) => AdvertisingFacts | undefined
  set: (folder: PublicationFolder) => void
}

export function createAdvertising(): Advertising {
  const known = new Map<PublicationCode, AdvertisingFile>()
  return {
    factsOf({ code }, hasServer) {
      const { places, articles, lists, fronts, sensitive } = known.get(code) ?? {}
      if (!hasServer) return undefined
      const rules = { ...(articles && { articles }), ...(lists && { lists }), ...(fronts && { fronts }) }
      return {
        ...(places && { sizes: places }),
        ...(Object.keys(rules).length > 0 && { rules }),
        ...(sensitive && { sensitive }),
      }
    },
    set: ({ identity, advertising = {} }) => void known.set(identity.code, advertising),
  }
}
