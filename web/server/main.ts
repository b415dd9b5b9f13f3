/**
 * Starts the portal: configuration, database, services, first home page, then prints `ready …`. SIGTERM and SIGINT
 * report "not ready" for a while, then stop new connections, let running answers finish and close the database; a
 * second signal ends the process at once. With `WEB_CONCURRENCY` it starts several such processes instead.
 */
process.env.NODE_ENV ??= process.env.LOKALTEIL_DEV === '1' ? 'development' : 'production'

const { toConfigText, WRONG_CONFIG } = await import('./config/config-text.ts')
const { readConfigAndRooms, toRoomsText } = await import('./composition/own-rooms.ts')
const { createLog } = await import('./http/log.ts')
const { findOwnWorker, forkWorker, startWorkers } = await import('./http/workers.ts')

const { parsed, own } = await readConfigAndRooms(process.env)
const worker = findOwnWorker()
// The process that started this worker has printed it.
if (worker === null) process.stderr.write(toConfigText(parsed))
if (!parsed.ok) process.exit(WRONG_CONFIG)
process.stderr.write(toRoomsText(own))
if (own.faults.length > 0) process.exit(1)
const { config } = parsed
const log = createLog(
  (line) => process.stderr.write(line),
  () => new Date(),
)
if (config.workers > 1 && !config.isDevelopment) {
  const workers = startWorkers({
    count: config.workers,
    startWorker: (number, isFirst) => forkWorker(number, isFirst, config),
    end: (code) => process.exit(code),
    log,
  })
  process.on('SIGTERM', () => workers.stop('SIGTERM'))
  process.on('SIGINT', () => workers.stop('SIGINT'))
  // The rest of this file runs in the workers.
  await new Promise(() => {})
}

const { fileURLToPath } = await import('node:url')
const { openBuiltFiles } = await import('./http/built-files.ts')
const { ROOMS } = await import('@lokalteil/rooms/server')
const { openPortal } = await import('./composition/composition.ts')
const { createDrain } = await import('./http/drain.ts')
const { createListening } = await import('./http/listening.ts')
const { createSetUp } = await import('./composition/first-publication.ts')
const { isLocalHost } = await import('./config/values.ts')
const { announceOffice } = await import('./composition/office-start.ts')
const { toStartFailure } = await import('./composition/start-failure.ts')
const { openBuiltRenderer, openDevelopmentRenderer } = await import('./rendering/renderer.ts')
const { createLooks } = await import('./rendering/looks.ts')

const root = fileURLToPath(new URL('../..', import.meta.url))

process.on('unhandledRejection', (error) => log('error', 'unhandled-rejection', { error }))
process.on('uncaughtException', (error) => {
  log('error', 'uncaught-exception', { error })
  process.exit(1)
})

const vite = config.isDevelopment
  ? await (
      await import('vite')
    ).createServer({ configFile: `${root}/web/vite.config.ts`, server: { middlewareMode: true }, appType: 'custom' })
  : null
const office = vite === null ? null : await (await import('../office-development.ts')).openDevelopmentOffice()
const built = vite === null ? openBuiltFiles() : null
if (vite === null && built === null) {
  process.stderr.write('The pages are not built; run npm run build\n')
  process.exit(1)
}
const listen = createListening({ ...config, log })
/** Of several workers only the first one prints the lines of the start. */
const isAnnouncing = worker === null || worker.isFirst
const print = (line: string) => isAnnouncing && process.stdout.write(line)
const looks = createLooks()
const renderer = built === null ? openDevelopmentRenderer(vite!, looks) : await openBuiltRenderer(built.folder, looks)
const demo = config.isDemo
  ? (await import('./composition/demo.ts')).createDemo({ config, log, print, rooms: [...ROOMS, ...own.rooms] })
  : null
let made: Parameters<typeof announceOffice>[0]['made'] = null
const portal = await openPortal({
  config,
  renderer,
  looks,
  ...(built === null ? {} : { built }),
  ...(office === null ? {} : { officeFiles: office.files }),
  root,
  log,
  ownRooms: own.rooms,
  ...(demo === null ? {} : { findShippedPicture: demo.findPicture, demo: demo.folders }),
  // A demo always has publications.
  ...(isLocalHost(config.host)
    ? { setUp: createSetUp({ config, renderer, built, log, print, listen, onMade: (identity) => (made = identity) }) }
    : {}),
}).catch(giveUp)
if (config.passedOver.length > 0)
  print(
    `The ${config.databaseUrl === null ? `data directory ${config.dataDir}` : 'database'} still has the demo's publications (${config.passedOver.join(', ')}). For yours alone take another one: ${config.databaseUrl === null ? 'DATA_DIR=.musterbote' : 'DATABASE_URL'}\n`,
  )
if (isAnnouncing) await demo?.fill(portal).catch(giveUp)
portal.startJobs()

function giveUp(error: unknown): never {
  process.stderr.write(`The portal cannot start: ${toStartFailure(error, config)}\n`)
  process.exit(1)
}

const { server, base, ownBase } = await listen((request, response) => {
  if (vite === null || office === null) return portal.listener(request, response)
  office.middlewares(request, response, () =>
    vite.middlewares(request, response, () => portal.listener(request, response)),
  )
}).catch(giveUp)
const drain = createDrain(server)
void announce()

async function announce(): Promise<void> {
  // Ready means: database, services and one home page. The page is requested over HTTP, like a reader does.
  const home = await fetch(`${ownBase}/`)
  if (!home.ok) log('error', 'home-not-ready', { status: home.status })
  portal.setReady(true)
  print(`ready ${base}\n`)
  worker?.tellReady()
  if (!isAnnouncing) return
  if (portal.office !== null)
    await announceOffice({ config, office: portal.office, base, made, print }).catch((error: unknown) =>
      log('error', 'office-announced', { error }),
    )
  if (demo === null) return
  demo.announce(base, portal.accounts !== null)
  // In the background. Tests and benchmarks wait for the line in the log.
  await portal.completeRooms().then(
    () => log('info', 'demo-complete'),
    (error: unknown) => log('error', 'demo-incomplete', { error }),
  )
}

let isStopping = false
async function stop(signal: string): Promise<void> {
  if (isStopping) {
    // A signal from a terminal reaches workers as well as the process that started them, and that passes it on.
    if (worker !== null) return
    // A second signal means "at once". Committed data are on disk.
    log('warn', 'stopped-at-once', { signal })
    process.exit(1)
  }
  isStopping = true
  log('info', 'stopping', { signal, drainSeconds: config.drainSeconds })
  portal.setReady(false)
  await drain(config.drainSeconds * 1000)
  await vite?.close()
  await office?.close()
  await portal.close()
  process.exit(0)
}
process.on('SIGTERM', () => void stop('SIGTERM'))
process.on('SIGINT', () => void stop('SIGINT'))
