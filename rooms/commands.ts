/** Registry: nouns of `npx lokalteil`, each loaded when it is asked for. */
import { epaperNoun } from './epaper/service/noun.ts'
import { marketsNoun } from './markets/service/noun.ts'
import { obituariesNoun } from './obituaries/service/noun.ts'
import { pushNoun } from './push/service/noun.ts'
import { shopNoun } from './shop/service/noun.ts'

export const ROOM_NOUNS = {
  epaper: epaperNoun,
  markets: marketsNoun,
  notices: obituariesNoun,
  push: pushNoun,
  shop: shopNoun,
}
