/** Rooms as a page's `load` asks for them: on the server what is in force, in the browser calls of this site. */
import type { Quiz, QuizPage } from '@lokalteil/contracts/content'
import type { Competition, SportMatch, SportMatchday, SportOverview, SportTeam } from '@lokalteil/contracts/sport'
import type { RadioView, WeatherView } from '@lokalteil/contracts/portal'
import type { ShopView } from '@lokalteil/contracts/shop'
import type { RoomSettings } from '@lokalteil/contracts/publication/rooms'
import type { RoomKey } from '@lokalteil/domain/rooms/rooms'
import type { FetchJson, Read } from './content-api.ts'
import { createNoticeApi, type NoticeApi } from './notice-api.ts'

export type RoomApi = {
  /** Not there where the room is off. */
  getSettings: <K extends RoomKey>(room: K) => Promise<Read<RoomSettings<K>>>
  /** Of the first place where none is named. */
  getWeather: (place: string | null) => Promise<Read<WeatherView>>
  listQuizzes: (page: number) => Promise<Read<QuizPage>>
  getQuiz: (slug: string) => Promise<Read<Quiz>>
  getRadio: () => Promise<Read<RadioView>>
  sport: SportApi
  shop: ShopApi
  notices: NoticeApi
}

export type ShopApi = { getShop: () => Promise<Read<ShopView>> }

export type SportApi = {
  listCompetitions: () => Promise<Read<{ competitions: Competition[] }>>
  getOverview: (competition: string) => Promise<Read<SportOverview>>
  /** Of the current matchday where none is named. */
  getMatchday: (competition: string, matchday?: number) => Promise<Read<SportMatchday>>
  getTeam: (competition: string, team: string) => Promise<Read<SportTeam>>
  getMatch: (competition: string, match: string) => Promise<Read<SportMatch>>
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
    sport: {
      listCompetitions: () => fetchJson('/api/sport') as Promise<Read<{ competitions: Competition[] }>>,
      getOverview: (competition) => fetchJson(`/api/sport/${competition}/overview`) as Promise<Read<SportOverview>>,
      getMatchday: (competition, matchday) =>
        fetchJson(
          `/api/sport/${competition}/matchday${matchday === undefined ? '' : `?matchday=${matchday}`}`,
        ) as Promise<Read<SportMatchday>>,
      getTeam: (competition, team) => fetchJson(`/api/sport/${competition}/teams/${team}`) as Promise<Read<SportTeam>>,
      getMatch: (competition, match) =>
        fetchJson(`/api/sport/${competition}/matches/${match}`) as Promise<Read<SportMatch>>,
    },
    shop: { getShop: () => fetchJson('/api/shop') as Promise<Read<ShopView>> },
    notices: createNoticeApi(fetchJson),
    getRadio: () => fetchJson('/api/radio') as Promise<Read<RadioView>>,
  }
}
