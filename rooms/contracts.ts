/**
 * Registry: settings of all rooms in `rooms.yaml`, their blocks of `front.yaml`, their own files, their mails, and the calls of
 * their pages.
 */
import { EPAPER_CALLS, ISSUE_CALLS, ISSUE_PURCHASES } from './epaper/contract/calls.ts'
import { EpaperSettings } from './epaper/contract/settings.ts'
import { GAMES_CALLS } from './games/contract/calls.ts'
import { MARKET_CALLS, MARKET_LINK_CALLS, OWN_MARKET_CALLS } from './markets/contract/calls.ts'
import { AdMail, EnquiryConfirmMail, EnquiryCopyMail, EnquiryMail, MatchesMail } from './markets/contract/mails.ts'
import { MarketSettings, sellsAds } from './markets/contract/settings.ts'
import { MOURNER_CALLS, OBITUARY_CALLS, REMINDER_CALLS } from './obituaries/contract/calls.ts'
import { AnniversaryMail, ObituaryOrderMail } from './obituaries/contract/mails.ts'
import { ObituarySettings, sellsObituaries } from './obituaries/contract/settings.ts'
import { PUSH_CALLS } from './push/contract/calls.ts'
import { QuizBlock } from './quiz/contract/block.ts'
import { QUIZ_CALLS } from './quiz/contract/calls.ts'
import { CART_CALLS, SHOP_CALLS } from './shop/contract/calls.ts'
import { SHOP_FILE } from './shop/contract/shop-file.ts'
import { SportBlock } from './sport/contract/block.ts'
import { SPORT_CALLS } from './sport/contract/calls.ts'
import { WEATHER_CALLS } from './weather/contract/calls.ts'
import { WeatherSettings } from './weather/contract/settings.ts'

export const ROOM_SETTINGS = {
  epaper: EpaperSettings,
  homes: MarketSettings,
  jobs: MarketSettings,
  notices: ObituarySettings,
  weather: WeatherSettings,
}

/** Whether a publication with these settings of the room sells something. */
export const ROOM_SALES: Readonly<Record<string, (settings: never) => boolean>> = {
  homes: sellsAds,
  jobs: sellsAds,
  notices: sellsObituaries,
}

/** Each is drawn by `{Name}Block.tsx` of the room it is named after. */
export const ROOM_BLOCKS = [QuizBlock, SportBlock] as const

/** `shop` is the file `shop.yaml` of a publication's folder. */
export const ROOM_FILES = { shop: SHOP_FILE }

/** Each is written by its function in `mails.ts`. */
export const ROOM_MAILS = [
  AnniversaryMail,
  ObituaryOrderMail,
  EnquiryMail,
  EnquiryCopyMail,
  EnquiryConfirmMail,
  MatchesMail,
  AdMail,
] as const

export const ROOM_CALLS = {
  ...EPAPER_CALLS,
  ...ISSUE_CALLS,
  ...ISSUE_PURCHASES,
  ...GAMES_CALLS,
  ...MARKET_CALLS,
  ...OWN_MARKET_CALLS,
  ...OBITUARY_CALLS,
  ...MOURNER_CALLS,
  ...PUSH_CALLS,
  ...QUIZ_CALLS,
  ...SHOP_CALLS,
  ...CART_CALLS,
  ...SPORT_CALLS,
  ...WEATHER_CALLS,
}

/** Calls of pages on the server alone; they are not served. */
export const ROOM_PAGE_CALLS = { ...MARKET_LINK_CALLS, ...REMINDER_CALLS }
