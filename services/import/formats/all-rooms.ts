/** The formats of all documents that are no articles. */
import { ROOM_FORMATS } from '@lokalteil/rooms/formats'
import type { RoomFormats } from '../room-formats.ts'
import { quizFormats } from './quiz.ts'

export const ALL_ROOM_FORMATS: readonly RoomFormats[] = [quizFormats, ...ROOM_FORMATS]
