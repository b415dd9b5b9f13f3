/** Rooms as a page's `load` asks for them: on the server what is in force, in the browser calls of this site. */
import type { Quiz, QuizPage } from '@lokalteil/contracts/content'
import type { WeatherView } from '@lokalteil/contracts/portal'
import type { RoomSettings } from '@lokalteil/contracts/publication/rooms'
import type { RoomKey } from '@lokalteil/domain/rooms/rooms'
import type { FetchJson, Read } from './content-api.ts'

export type RoomApi = {
  /** Not there where the room is off. */
  getSettings: <K extends RoomKey>(room: K) => Promise<Read<RoomSettings<K>>>
  /** Of the first place where none is named. */
  getWeather: (place: string | null) => Promise<Read<WeatherView>>
  listQuizzes: (page: number) => Promise<Read<QuizPage>>
  getQuiz: (slug: string) => Promise<Read<Quiz>>
}

export function createRoomApi(fetchJson: FetchJson): RoomApi {
  return {
    getSettings: <K extends RoomKey>(room: K) => fetchJson(`/api/rooms/${room}`) as Promise<Read<RoomSettings<K>>>,
    getWeather: (place) =>
      fetchJson(`/api/weather${place === null ? '' : `?place=${encodeURIComponent(place)}`}`) as Promise<
        Read<WeatherView>
      >,
    listQuizzes: (page) => fetchJson(`/api/quizzes?page=${page}`) as Promise<Read<QuizPage>>,
    getQuiz: (slug) => fetchJson(`/api/quizzes/${slug}`) as Promise<Read<Quiz>>,
  }
}
