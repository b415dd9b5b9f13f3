/**
 * Vite plugin: includes React's renderer in the entry's file but evaluates it in a separate task. A bundle and its
 * imports run as one task, which on a slow phone blocks input too long. Errors that React creates during its evaluation
 * then have a short stack instead of one with the whole file.
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
