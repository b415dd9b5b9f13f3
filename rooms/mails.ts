/** Registry: the texts of mails of rooms; their data are `ROOM_MAILS` of `contracts.ts`. */
import { MARKET_MAILS } from './markets/mails.ts'
import { OBITUARY_MAILS } from './obituaries/mails.ts'

export const ROOM_MAIL_TEXTS = { ...MARKET_MAILS, ...OBITUARY_MAILS }
