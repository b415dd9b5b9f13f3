/** Registry: the pages of all rooms, one chunk per page. `web/app/more-pages.lazy` loads this list on demand. */
export const ROOM_PAGES = {
  rechner: () => import('./calculator/app/CalculatorPage.tsx'),
  spiele: () => import('./games/app/GamesPage.tsx'),
  'spiele/sudoku': () => import('./games/app/SudokuPage.tsx'),
  'spiele/kakuro': () => import('./games/app/KakuroPage.tsx'),
  'spiele/wortraten': () => import('./games/app/WordsPage.tsx'),
  'spiele/schiffe-versenken': () => import('./games/app/ShipsPage.tsx'),
  'spiele/kreuzwortraetsel': () => import('./games/app/CrosswordPage.tsx'),
  'spiele/puzzle': () => import('./games/app/JigsawPage.tsx'),
  'spiele/segelboot': () => import('./games/app/SailingPage.tsx'),
  horoskop: () => import('./horoscope/app/HoroscopePage.tsx'),
  quiz: () => import('./quiz/app/QuizPage.tsx'),
  'sport-widget': () => import('./sport/app/SportWidgetPage.tsx'),
  ergebnisse: () => import('./sport/app/CompetitionPage.tsx'),
  'ergebnisse/spiel': () => import('./sport/app/MatchPage.tsx'),
  'ergebnisse/verein': () => import('./sport/app/TeamPage.tsx'),
  wetter: () => import('./weather/app/WeatherPage.tsx'),
}
