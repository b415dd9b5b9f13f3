/** Advertisements of the publication's own folder, for its pages. */
import { z } from 'zod'
import { Picture } from '../content/pictures.ts'
import { contract } from '../kernel/endpoint.ts'

const HouseAd = z.object({
  id: z.string(),
  advertiser: z.string(),
  heading: z.string(),
  text: z.string(),
  /** '': the page's own word. */
  button: z.string(),
  target: z.string(),
  picture: Picture.nullable(),
  places: z.array(z.string()),
  sections: z.array(z.string()),
  weight: z.number(),
})
export type HouseAd = z.infer<typeof HouseAd>

export const ADVERTISING_ENDPOINTS = contract({
  listHouseAds: {
    method: 'GET',
    path: '/api/advertising',
    summary: "The publication's own advertisements that are booked for today; the same for all",
    answer: z.object({ ads: z.array(HouseAd) }),
  },
})
