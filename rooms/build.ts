/** Registry: Vite plugins of rooms, for virtual modules such as the word list of the games. */
import type { Plugin } from 'vite'
import { wordList } from './games/build/word-list.ts'

export const ROOM_PLUGINS: readonly (() => Plugin)[] = [wordList]
