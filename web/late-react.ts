/**
 * Vite plugin: React's renderer for the entry, in the entry's file and yet read in a task of its own. What a bundle imports
 * runs as one task with everything it imports, which on a slowed phone is too long for a finger; and what React makes of
 * errors while it is read is then made on a short stack, not on one with the whole file at its bottom.
 */
import type { Plugin } from 'vite'

const MODULE = 'virtual:late-react'

export function lateReact(): Plugin {
  let isBuild = false
  return {
    name: 'late-react',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load: (id) =>
      id === `\0${MODULE}`
        ? `export const readReact = async () => ${isBuild ? 'require' : 'import'}('react-dom/client')`
        : null,
  }
}
