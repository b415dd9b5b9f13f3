/** Registry: the texts of mails of rooms; their data are `ROOM_MAILS` of `contracts.ts`. */
import { NOTICE_MAILS } from './obituaries/mails.ts'

export const ROOM_MAIL_TEXTS = { ...NOTICE_MAILS }
