/**
 * `npm run build`: builds the browser's files, the render entry and the office's files into a new folder (`builds.mjs`),
 * compresses every text file for browsers as .br (quality 11) and .gz (level 9), and finally makes it the current build.
 * Running processes keep their build; a failed build changes nothing.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { hashSources } from './build-stamp.mjs'
import { openBuild } from './builds.mjs'
import { giveUp, root, say, toSeconds } from './ensure-node.mjs'

const COMPRESSIBLE = /\.(js|mjs|css|svg|html|json|webmanifest|txt|xml|wasm|ico|ttf|otf)$/
/** Smaller files fit into one network packet anyway. */
const MINIMUM_BYTES = 512

const started = Date.now()
// Hashed before the build, so that a file saved meanwhile causes another build.
const build = openOrGiveUp()
const client = join(build.folder, 'client')
const server = join(build.folder, 'server')
let isFinished = false
process.once('exit', () => {
  if (!isFinished) build.abandon()
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
runVite('the browser files', ['--outDir', client])
runVite('the render entry', ['--ssr', '--outDir', server])
// After the readers' files, because that build empties its folder.
runVite('the files of the office', ['--outDir', client], 'vite.office.config.ts')
for (const path of [join(client, '.vite', 'office-manifest.json'), join(server, 'render.js')]) {
  if (!existsSync(path)) giveUp(`The build ended without ${path}.`, 'Check the output folders in web/vite.config.ts.')
}
const { files, before, after } = await compress()
build.finish()
isFinished = true
say(
  `built in ${toSeconds(started)}; ${files} files compressed, ${toKilobytes(before)} to ${toKilobytes(after)} (brotli)`,
)
say(`when each script loads: ${join(client, '.vite', 'loads.txt')}`)

function openOrGiveUp() {
  try {
    return openBuild(hashSources())
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
    return giveUp(
      `The pages have to be built, and this user may not write to ${error.path}.`,
      'Build them before the start, as the owner of these files and for the same publications: PUBLICATIONS_DIR=… npm run build',
    )
  }
}

function runVite(what, args, config = 'vite.config.ts') {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const end = spawnSync(
    process.execPath,
    [vite, 'build', '--config', join('web', config), '--logLevel', 'warn', ...args],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (end.status !== 0)
    giveUp(`Vite could not build ${what} (exit code ${end.status ?? end.signal}).`, 'Its message is above.')
}

async function compress() {
  const toBrotli = promisify(brotliCompress)
  const toGzip = promisify(gzip)
  const total = { files: 0, before: 0, after: 0 }
  const names = globSync('**/*', { cwd: client }).filter((name) => COMPRESSIBLE.test(name))
  await Promise.all(
    names.map(async (name) => {
      const file = join(client, name)
      if (!(await stat(file)).isFile()) return
      const bytes = await readFile(file)
      if (bytes.length < MINIMUM_BYTES) return
      const [brotli, gzipped] = await Promise.all([
        toBrotli(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        }),
        toGzip(bytes, { level: 9 }),
      ])
      if (brotli.length < bytes.length) await writeFile(`${file}.br`, brotli)
      if (gzipped.length < bytes.length) await writeFile(`${file}.gz`, gzipped)
      total.files++
      total.before += bytes.length
      total.after += Math.min(brotli.length, bytes.length)
    }),
  )
  return total
}

function toKilobytes(bytes) {
  return `${(bytes / 1000).toFixed(0)} kB`
}
