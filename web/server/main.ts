/**
 * Starts the portal: configuration, database, services, first home page, then `ready …`. SIGTERM and SIGINT stop new
 * connections, let running answers finish and close the database.
 */
process.env.NODE_ENV ??= process.env.LOKALTEIL_DEV === '1' ? 'development' : 'production'

const { createServer } = await import('node:http')
const { fileURLToPath } = await import('node:url')
const { openBuiltFiles } = await import('./built-files.ts')
const { readConfig } = await import('./config.ts')
const { openPortal } = await import('./composition.ts')
const { createLog } = await import('./log.ts')
const { openBuiltRenderer, openDevelopmentRenderer } = await import('./renderer.ts')

const root = fileURLToPath(new URL('../..', import.meta.url))
const parsed = readConfig(process.env)
if (!parsed.ok) {
  process.stderr.write(`The configuration is wrong:\n${parsed.problems.map((problem) => `  ${problem}\n`).join('')}`)
  process.exit(78)
}
const { config } = parsed
const log = createLog(
  (line) => process.stderr.write(line),
  () => new Date(),
)

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
const built = vite === null ? openBuiltFiles() : null
if (vite === null && built === null) {
  process.stderr.write('The pages are not built; run npm run build\n')
  process.exit(1)
}
const renderer = built === null ? openDevelopmentRenderer(vite!) : await openBuiltRenderer(built.folder)
const demo = config.isDemo ? (await import('./demo.ts')).createDemo({ dataDir: config.dataDir, log }) : null
const portal = await openPortal({
  config,
  renderer,
  ...(built === null ? {} : { built }),
  root,
  log,
  ...(demo === null ? {} : { ensurePicture: demo.ensurePicture }),
}).catch((error: unknown) => {
  process.stderr.write(`The portal cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
if (demo !== null && portal.content !== null) await demo.fill(portal.content)
if (demo !== null && portal.user !== null) await demo.fillSettings(portal.user)
if (demo !== null && portal.subscription !== null) await demo.fillOffers(portal.subscription)

const server = createServer(
  {
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 2000,
    maxHeaderSize: 16_384,
  },
  (request, response) => {
    if (vite === null) portal.listener(request, response)
    else vite.middlewares(request, response, () => portal.listener(request, response))
  },
)
server.on('clientError', (_error, socket) => {
  if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
})
server.once('error', (error: NodeJS.ErrnoException) => {
  process.stderr.write(
    error.code === 'EADDRINUSE' ? `Port ${config.port} is in use; set PORT to another one\n` : `${error.message}\n`,
  )
  process.exit(1)
})
server.listen(config.port, config.host, () => void announce())

async function announce(): Promise<void> {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  const base = `http://${config.host === '0.0.0.0' || config.host === '127.0.0.1' || config.host === '::' ? 'localhost' : config.host}:${port}`
  // Ready means: database, services and one home page. The page is asked for over the wire, like a reader would.
  const home = await fetch(
    `http://${config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host}:${port}/`,
  )
  if (!home.ok) log('error', 'home-not-ready', { status: home.status })
  portal.setReady(true)
  process.stdout.write(`ready ${base}\n`)
  demo?.announce(base, portal.sso !== null)
}

let isStopping = false
async function stop(signal: string): Promise<void> {
  if (isStopping) return
  isStopping = true
  log('info', 'stopping', { signal })
  portal.setReady(false)
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), 10_000)
  await closed
  clearTimeout(timer)
  await vite?.close()
  await portal.close()
  process.exit(0)
}
process.on('SIGTERM', () => void stop('SIGTERM'))
process.on('SIGINT', () => void stop('SIGINT'))
