/** Registry: settings of all rooms in `rooms.yaml`, and the same-origin calls of their pages. */
import { GAMES_CALLS } from './games/contract/calls.ts'
import { QUIZ_CALLS } from './quiz/contract/calls.ts'
import { WEATHER_CALLS } from './weather/contract/calls.ts'
import { WeatherSettings } from './weather/contract/settings.ts'

export const ROOM_SETTINGS = { weather: WeatherSettings }

export const ROOM_CALLS = { ...GAMES_CALLS, ...QUIZ_CALLS, ...WEATHER_CALLS }
