/** Registry: metadata in the heads of room pages, for search engines. On the server only. */
import { calculatorMeta } from './calculator/app/calculator-meta.ts'
import { issueMeta, issuesMeta } from './epaper/app/issue-meta.ts'
import { gameMeta, gamesMeta } from './games/app/games-meta.ts'
import { meta as horoscopeMeta } from './horoscope/app/horoscope-meta.ts'
import {
  homeAdMeta,
  homeLinkMeta,
  homeMeta,
  homesMeta,
  jobAdMeta,
  jobLinkMeta,
  jobMeta,
  jobsMeta,
} from './markets/app/market-meta.ts'
import { obituaryMeta, obituaryOrderMeta, obituariesMeta, personMeta } from './obituaries/app/obituary-meta.ts'
import { meta as pushMeta } from './push/app/push-meta.ts'
import { meta as quizMeta } from './quiz/app/quiz-meta.ts'
import { productMeta, shopMeta } from './shop/app/shop-meta.ts'
import { competitionMeta, matchMeta, teamMeta } from './sport/app/sport-meta.ts'
import { meta as weatherMeta } from './weather/app/weather-meta.ts'

export const ROOM_METAS = {
  rechner: calculatorMeta,
  epaper: issuesMeta,
  'epaper/ausgabe': issueMeta,
  spiele: gamesMeta,
  'spiele/sudoku': gameMeta,
  'spiele/kakuro': gameMeta,
  'spiele/wortraten': gameMeta,
  'spiele/schiffe-versenken': gameMeta,
  'spiele/kreuzwortraetsel': gameMeta,
  'spiele/puzzle': gameMeta,
  'spiele/segelboot': gameMeta,
  horoskop: horoscopeMeta,
  immobilien: homesMeta,
  'immobilien/angebot': homeMeta,
  'immobilien/inserieren': homeAdMeta,
  'immobilien/link': homeLinkMeta,
  jobs: jobsMeta,
  'jobs/angebot': jobMeta,
  'jobs/inserieren': jobAdMeta,
  'jobs/link': jobLinkMeta,
  trauer: obituariesMeta,
  'trauer/seite': obituariesMeta,
  'trauer/person': personMeta,
  'trauer/anzeige': obituaryMeta,
  'trauer/aufgeben': obituaryOrderMeta,
  mitteilungen: pushMeta,
  quiz: quizMeta,
  shop: shopMeta,
  'shop/produkt': productMeta,
  ergebnisse: competitionMeta,
  'ergebnisse/spiel': matchMeta,
  'ergebnisse/verein': teamMeta,
  wetter: weatherMeta,
}
