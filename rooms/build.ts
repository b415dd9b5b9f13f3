/** Registry: Vite plugins of rooms, for virtual modules such as the word list of the games, and modules that are one file. */
import type { Plugin } from 'vite'
import { gamesBundle } from './games/build/bundle.ts'
import { wordList } from './games/build/word-list.ts'

export const ROOM_PLUGINS: readonly (() => Plugin)[] = [wordList]

/** Modules that several pages of a room share and nothing else loads become one file. */
export const ROOM_BUNDLES: readonly { name: string; modules: RegExp }[] = [gamesBundle]
