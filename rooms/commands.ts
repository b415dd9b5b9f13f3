/** Registry: nouns of `npx lokalteil`, each loaded when it is asked for. */
import { obituariesNoun } from './obituaries/service/noun.ts'
import { shopNoun } from './shop/service/noun.ts'

export const ROOM_NOUNS = { notices: obituariesNoun, shop: shopNoun }
