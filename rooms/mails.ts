/** Registry: the texts of mails of rooms; their data are `ROOM_MAILS` of `contracts.ts`. */
import { OBITUARY_MAILS } from './obituaries/mails.ts'

export const ROOM_MAIL_TEXTS = { ...OBITUARY_MAILS }
