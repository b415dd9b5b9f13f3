/** Registry: links of rooms in the navigation of the personal area. */
import type { PersonalLink } from '@lokalteil/web/app/page/rooms/personal-link'
import { marketsLink } from './markets/app/personal-link.ts'
import { pushLink } from './push/app/personal-link.ts'

export const ROOM_PERSONAL_LINKS: readonly PersonalLink[] = [marketsLink, pushLink]
