/** Plugins of Vite by which rooms bring what no module can say. */
import type { Plugin } from 'vite'
import { wordList } from './games/build/word-list.ts'

export const ROOM_PLUGINS: readonly (() => Plugin)[] = [wordList]
