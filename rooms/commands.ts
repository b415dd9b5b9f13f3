/** Registry: nouns of `npx lokalteil`, each loaded when it is asked for. */
import { shopNoun } from './shop/service/noun.ts'

export const ROOM_NOUNS = { shop: shopNoun }
