/** Personal data of a reader in the markets, for export and erasure by the account service. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { disownPictures, listPicturesOf } from '@lokalteil/services/platform/reader-pictures'
import { AD_PICTURES_TABLE, settleAdPictures } from './ad-pictures.ts'
import { takeOff } from './ads.ts'
import { forgetDecisions, forgetReporter, listReportsFrom } from '@lokalteil/services/platform/moderation/case-store'
import { CASE_TABLES, LISTING } from './cases.ts'
import { tellChange, type MarketContext } from './context.ts'
import { KEPT_DAYS } from './enquiries.ts'
import { endSearches } from './saved-searches.ts'
import * as adStore from './store/ads.ts'
import * as enquiryStore from './store/enquiries.ts'
import { blankListings } from './store/listings.ts'
import { listSearches } from './store/searches.ts'

type Subject = {
  publication: PublicationCode
  sub: string
  email: string
  isShadow: boolean
  isEmailVerified: boolean
}

/** The reader's address if it is confirmed: messages from it are theirs. */
const ownAddress = ({ email, isShadow, isEmailVerified }: Subject) =>
  isShadow || !isEmailVerified ? null : email.toLowerCase()

/** Returns a personal data source as the account service defines it. */
export function createMarketData(context: MarketContext) {
  const { db } = context
  /** Includes messages written as a guest. */
  const listEnquiries = (subject: Subject) => {
    const address = ownAddress(subject)
    return enquiryStore.listOf(db, subject.publication, subject.sub, address === null ? [] : [address])
  }

  return {
    name: 'markets',
    title: 'Suchaufträge, Anfragen und Anzeigen',
    async read(subject: Subject): Promise<unknown> {
      const { publication, sub } = subject
      const address = ownAddress(subject)
      const [searches, enquiries, ads, reports, pictures] = await Promise.all([
        listSearches(db, publication, sub),
        listEnquiries(subject),
        adStore.listAds(db, publication, sub),
        address === null ? [] : listReportsFrom(db, CASE_TABLES, publication, address),
        listPicturesOf(db, AD_PICTURES_TABLE, publication, sub),
      ])
      return {
        savedSearches: searches.map(({ market, query, place_name, email, since, last_mail }) => ({
          market,
          query,
          place: place_name,
          email,
          since,
          lastMail: last_mail,
        })),
        enquiries: enquiries.map(({ market, listing, name, email, phone, text, created, sent }) => ({
          market,
          listing,
          name,
          email,
          phone,
          text,
          writtenAt: created,
          sentAt: sent,
          keptDays: KEPT_DAYS,
        })),
        reports,
        pictures: pictures.map(({ owner, alt, width, height }) => ({ advertisement: owner, alt, width, height })),
        advertisements: ads.map(({ market, state, text, package: chosen, created, valid_until }) => ({
          market,
          state,
          ...text,
          package: chosen,
          createdAt: created,
          validUntil: valid_until,
        })),
      }
    },
    async erase(subject: Subject): Promise<void> {
      const { publication, sub } = subject
      await endSearches(context, publication, { reader: sub })
      const address = ownAddress(subject)
      if (address !== null) await forgetReporter(db, CASE_TABLES, publication, address)
      await enquiryStore.removeByIds(
        db,
        (await listEnquiries(subject)).map(({ id }) => id),
      )
      const ads = await adStore.listAds(db, publication, sub)
      await db.transaction().execute(async (trx) => {
        for (const ad of ads) await takeOff(context, trx, ad, 'ended')
        for (const { listing } of ads)
          if (listing !== null) await forgetDecisions(trx, CASE_TABLES, { kind: LISTING, id: String(listing) })
        await blankListings(
          trx,
          ads.flatMap(({ listing }) => (listing === null ? [] : [listing])),
        )
        await adStore.removeAds(
          trx,
          ads.map(({ id }) => id),
        )
      })
      await disownPictures(db, AD_PICTURES_TABLE, publication, { reader: sub })
      await settleAdPictures(context)
      for (const market of new Set(ads.map((ad) => ad.market))) tellChange(context, publication, market, true)
    },
  }
}
