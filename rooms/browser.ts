/** The pages of all rooms, one chunk a page. Each page that asks for one loads this list (`web/app/more-pages.lazy`). */
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
  wetter: () => import('./weather/app/WeatherPage.tsx'),
}
