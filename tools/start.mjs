/**
 * `npm start`: Node 24, dependencies, built pages, then the server; each step runs only if needed. `npm run dev`
 * (`--dev`) leaves the build to Vite inside the server and reloads pages after edits.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build-stamp.mjs'
import { ensureDependencies, ensureNode, giveUp, root, runNode, say } from './ensure-node.mjs'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from './server-memory.mjs'

const known = new Set(['--dev'])
const unknown = process.argv.slice(2).filter((argument) => !known.has(argument))
if (unknown.length > 0)
  giveUp(
    `npm start does not know ${unknown.join(' ')}.`,
    'It is configured through environment variables; docs/configuration.md lists them.',
  )
const isDev = process.argv.includes('--dev')
const server = join(root, 'web', 'server', 'main.ts')

const binary = ensureNode()
const isBuilt = !isDev && ensureBuilt()
ensureDependencies({ needsDevelopment: !isBuilt })
if (!isDev && !isBuilt) {
  const checked = spawnSync(binary, [join(root, 'web', 'server', 'composition', 'check-start.ts')], {
    stdio: ['ignore', 2, 2],
  })
  if (checked.status !== 0) process.exit(checked.status ?? 1)
  say('building the pages (npm run build)')
  const built = spawnSync(binary, [join(root, 'tools', 'build.mjs')], { cwd: root, stdio: ['ignore', 2, 2] })
  if (built.status !== 0)
    giveUp(
      'The build failed; its message is above.',
      'After a change of your own: npm run types names the place. On an unchanged copy: remove node_modules and dist, then npm start.',
    )
}
if (!existsSync(server))
  giveUp('web/server/main.ts is not there.', 'This copy of the repository is incomplete; fetch it again.')
runNode(binary, [...SERVER_FLAGS, server], isDev ? { ...SERVER_ENVIRONMENT, LOKALTEIL_DEV: '1' } : SERVER_ENVIRONMENT)
