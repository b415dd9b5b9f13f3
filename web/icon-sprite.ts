/**
 * Vite plugin: one SVG sprite with the icons of `app/ui/icon-names.ts`, from @tabler/icons-react's node lists. A sprite
 * costs no script, no render time and one cached request; its address has the hash of the content. A page draws dozens
 * of icons before hydration, so each is one shape without attributes.
 */
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { ICON_DRAWINGS } from './app/ui/icon-names.ts'

type IconNode = readonly [string, Readonly<Record<string, string>>]

const MODULE = 'virtual:icon-sprite'
/** A module of its own, because drawing an icon does not need the list of names. */
const NAMES = 'virtual:icon-names'

async function drawSprite(): Promise<string> {
  const shapes = await Promise.all(
    Object.entries(ICON_DRAWINGS).map(async ([name, drawing]) => {
      const module = (await import(`@tabler/icons-react/dist/esm/icons/Icon${drawing}.mjs`)) as {
        __iconNode: IconNode[]
      }
      const lines = module.__iconNode.map(([, { d = '' }]) => d)
      // The page sets colour and width (`.icon`). Filled shapes stay separate: joined, one could cut a hole into
      // another.
      return drawing.endsWith('Filled')
        ? `<g id="${name}" fill="currentColor" stroke="none">${lines.map((d) => `<path d="${d}"/>`).join('')}</g>`
        : `<path id="${name}" d="${lines.join('')}"/>`
    }),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg">${shapes.join('')}</svg>`
}

export function iconSprite(): Plugin {
  let sprite = ''
  let fileName = ''
  return {
    name: 'icon-sprite',
    async buildStart() {
      sprite = await drawSprite()
      fileName = `assets/icons-${createHash('sha256').update(sprite).digest('hex').slice(0, 10)}.svg`
    },
    resolveId: (id) => (id === MODULE || id === NAMES ? `\0${id}` : null),
    load: (id) =>
      id === `\0${MODULE}`
        ? `export default ${JSON.stringify(`/${fileName}`)}`
        : id === `\0${NAMES}`
          ? `export const iconNames = ${JSON.stringify(Object.keys(ICON_DRAWINGS).join(' '))}.split(' ')`
          : null,
    generateBundle() {
      if (this.environment?.name !== 'ssr') this.emitFile({ type: 'asset', fileName, source: sprite })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url !== `/${fileName}`) return next()
        response.setHeader('content-type', 'image/svg+xml').end(sprite)
      })
    },
  }
}
