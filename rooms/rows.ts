/** Registry: facts about all rooms for menus, sitemap, privacy notice and page cache. */
import type { RoomRow } from '@lokalteil/domain/rooms/room-row'
import { calculator, calculatorQueries } from './calculator/domain/row.ts'
import { epaper, epaperQueries } from './epaper/domain/row.ts'
import { games } from './games/domain/row.ts'
import { horoscope } from './horoscope/domain/row.ts'
import { homes, jobs, marketQueries } from './markets/domain/row.ts'
import { obituaries, obituaryQueries } from './obituaries/domain/row.ts'
import { push } from './push/domain/row.ts'
import { quiz, quizQueries } from './quiz/domain/row.ts'
import { shop } from './shop/domain/row.ts'
import { sport } from './sport/domain/row.ts'
import { weather } from './weather/domain/row.ts'

/** In the order in which readers see the rooms. */
export const ROOM_ROWS = {
  weather,
  games,
  horoscope,
  sport,
  quiz,
  epaper,
  radio: { route: 'radio', path: '/radio', label: 'Radio', icon: 'radio', inNotice: /\bRadio/ },
  notices: obituaries,
  push,
  homes,
  jobs,
  calculator,
  shop,
} as const satisfies Record<string, RoomRow>

/** Query parameters of room pages, as in `domain/rendering/page-queries`. */
export const ROOM_QUERIES = {
  ...calculatorQueries,
  ...epaperQueries,
  ...marketQueries,
  ...obituaryQueries,
  ...quizQueries,
}
