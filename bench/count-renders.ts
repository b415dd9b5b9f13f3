/**
 * `node --import ./bench/count-renders.ts …`: measures React's renderToString inside a portal, by the processor time of its thread.
 * SIGUSR2 writes the sums to the file RENDER_COUNT.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Milliseconds of processor time. */
export type RenderCount = { renders: number; milliseconds: number }

type Server = { renderToString: (...given: unknown[]) => string }

const file = process.env.RENDER_COUNT
// Before the pages import it, so that they get this one.
const server = createRequire(new URL('../package.json', import.meta.url))('react-dom/server') as Server
const bare = server.renderToString
const count: RenderCount = { renders: 0, milliseconds: 0 }
server.renderToString = (...given) => {
  const before = process.threadCpuUsage()
  const html = bare(...given)
  const { user, system } = process.threadCpuUsage(before)
  count.renders++
  count.milliseconds += (user + system) / 1000
  return html
}
if (file !== undefined)
  process.on('SIGUSR2', () => {
    writeFileSync(`${file}.new`, JSON.stringify(count))
    renameSync(`${file}.new`, file)
  })
