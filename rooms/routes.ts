/** Registry: paths of all rooms, as rows of the route table. Browsers and the service worker load it, too. */
import { calculatorRoutes } from './calculator/domain/routes.ts'
import { epaperRoutes } from './epaper/domain/routes.ts'
import { gamesRoutes } from './games/domain/routes.ts'
import { horoscopeRoutes } from './horoscope/domain/routes.ts'
import { marketRoutes } from './markets/domain/routes.ts'
import { obituaryRoutes } from './obituaries/domain/routes.ts'
import { pushRoutes } from './push/domain/routes.ts'
import { quizRoutes } from './quiz/domain/routes.ts'
import { shopRoutes } from './shop/domain/routes.ts'
import { sportRoutes } from './sport/domain/routes.ts'
import { weatherRoutes } from './weather/domain/routes.ts'

export const ROOM_ROUTES = {
  ...calculatorRoutes,
  ...epaperRoutes,
  ...gamesRoutes,
  ...horoscopeRoutes,
  ...marketRoutes,
  ...obituaryRoutes,
  ...pushRoutes,
  ...quizRoutes,
  ...shopRoutes,
  ...sportRoutes,
  ...weatherRoutes,
}
