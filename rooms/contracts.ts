/** Registry: settings of all rooms in `rooms.yaml`, their blocks of `front.yaml`, and the same-origin calls of their pages. */
import { GAMES_CALLS } from './games/contract/calls.ts'
import { QuizBlock } from './quiz/contract/block.ts'
import { QUIZ_CALLS } from './quiz/contract/calls.ts'
import { SportBlock } from './sport/contract/block.ts'
import { SPORT_CALLS } from './sport/contract/calls.ts'
import { WEATHER_CALLS } from './weather/contract/calls.ts'
import { WeatherSettings } from './weather/contract/settings.ts'

export const ROOM_SETTINGS = { weather: WeatherSettings }

/** Each is drawn by `{Name}Block.tsx` of the room it is named after. */
export const ROOM_BLOCKS = [QuizBlock, SportBlock] as const

export const ROOM_CALLS = { ...GAMES_CALLS, ...QUIZ_CALLS, ...SPORT_CALLS, ...WEATHER_CALLS }
