/** The advertising of each publication, from the folder in force. */
import type { Picture } from '@lokalteil/contracts/content'
import type { HouseAd } from '@lokalteil/contracts/portal/advertising'
import { Advertising as AdvertisingFile } from '@lokalteil/contracts/publication/advertising'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { FolderPicture } from '@lokalteil/contracts/publication/values'
import type { AdvertisingFacts } from '@lokalteil/domain/advertising/facts'
import { isBooked } from '@lokalteil/domain/advertising/house-ads'
import { toDayKey } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'

/** Stores pictures of the folder, and answers where readers get them. */
type StorePictures = (
  named: readonly FolderPicture[],
  ratio: string,
) => Promise<(picture: FolderPicture | undefined) => Picture | null>

export type Advertising = {
  /** `hasServer`: an ad framework may fill places after consent. Undefined: the publication has no advertising. */
  factsOf: (publication: PublicationCode, hasServer: boolean) => AdvertisingFacts | undefined
  /** The publication's own advertisements that are booked for today. */
  listHouseAds: (publication: PublicationCode) => HouseAd[]
  /** Also one that is no longer booked: pages told of it late. */
  hasHouseAd: (publication: PublicationCode, id: string) => boolean
  /** Records of app-ads.txt, null: those of ads.txt; and the list of sellers.json. */
  sellingOf: (publication: PublicationCode) => { appAds: readonly string[] | null; sellers: AdvertisingFile['sellers'] }
  set: (folder: PublicationFolder) => void
  takeFolder: (folder: PublicationFolder, storePictures: StorePictures) => Promise<void>
}

type Known = { file: AdvertisingFile; picture: (picture: FolderPicture | undefined) => Picture | null }

const NONE: Known = { file: AdvertisingFile.parse({}), picture: () => null }

export function createAdvertising(now: () => Date): Advertising {
  const known = new Map<PublicationCode, Known>()
  const of = (code: PublicationCode) => known.get(code) ?? NONE
  const listBooked = ({ file }: Known) => {
    const day = toDayKey(now())
    return file.house.filter((ad) => isBooked(ad, day))
  }
  return {
    factsOf(code, hasServer) {
      const { places, articles, lists, fronts, sensitive, server, bidding } = of(code).file
      const hasHouseAds = listBooked(of(code)).length > 0
      if (!hasServer && !hasHouseAds) return undefined
      const rules = { ...(articles && { articles }), ...(lists && { lists }), ...(fronts && { fronts }) }
      return {
        ...(hasHouseAds && { hasHouseAds }),
        ...(places && { sizes: places }),
        ...(Object.keys(rules).length > 0 && { rules }),
        ...(sensitive && { sensitive }),
        ...(hasServer && server && { server }),
        ...(hasServer && bidding && { bidding }),
      }
    },
    listHouseAds(code) {
      const { picture: toPicture } = of(code)
      return listBooked(of(code)).map(({ from: _from, until: _until, button = '', picture, ...ad }) => ({
        ...ad,
        button,
        picture: toPicture(picture),
      }))
    },
    hasHouseAd: (code, id) => of(code).file.house.some((ad) => ad.id === id),
    sellingOf(code) {
      const { appAds = null, sellers } = of(code).file
      return { appAds, sellers }
    },
    set: ({ identity: { code }, advertising = NONE.file }) =>
      void known.set(code, { file: advertising, picture: of(code).picture }),
    async takeFolder({ identity: { code }, advertising = NONE.file }, storePictures) {
      const named = advertising.house.flatMap(({ picture }) => picture ?? [])
      const picture = named.length === 0 ? NONE.picture : await storePictures(named, '4:3')
      known.set(code, { file: advertising, picture })
    },
  }
}
