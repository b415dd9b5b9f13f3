/** The formats of all documents that are no articles. */
import type { RoomFormats } from '../room-formats.ts'
import { marketFormats } from './markets/market-formats.ts'
import { noticeFormats } from './notice.ts'
import { quizFormats } from './quiz.ts'
import { sportFormats } from './sport.ts'

export const ALL_ROOM_FORMATS: readonly RoomFormats[] = [quizFormats, sportFormats, noticeFormats, marketFormats]
