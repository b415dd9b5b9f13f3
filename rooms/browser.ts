/** The pages of all rooms, one chunk a page. Each page that asks for one loads this list (`web/app/more-pages.lazy`). */
export const ROOM_PAGES = {
  rechner: () => import('./calculator/app/CalculatorPage.tsx'),
  horoskop: () => import('./horoscope/app/HoroscopePage.tsx'),
  quiz: () => import('./quiz/app/QuizPage.tsx'),
  wetter: () => import('./weather/app/WeatherPage.tsx'),
}
