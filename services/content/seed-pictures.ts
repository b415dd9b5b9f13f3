/**
 * The pictures of the demo, drawn when somebody asks for one and otherwise one after the other in the background, into
 * `DATA_DIR/pictures/demo`. Drawing costs a tenth of a second of pure computing, so it happens in up to two child
 * processes that give way to the server and end when nothing is left to do. A file is there whole or not at all.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDemoPicture, listDemoPictures } from './seed-picture-list.ts'

export type PictureJob = { name: string; file: string }
export type PictureAnswer = { name: string; error?: string }

type Report = (line: string) => void
type Waiting = PictureJob & { done: (isThere: boolean) => void; report: Report }

const PROCESSES = 2
const IDLE_MS = 3_000
const REPORT_MS = 5_000
const NICENESS = 19

/** Asked for by a reader; these go first. */
const urgent: Waiting[] = []
const later: Waiting[] = []
const running = new Map<string, Promise<boolean>>()
const workers = new Set<{ child: ChildProcess; job: Waiting | null; timer: NodeJS.Timeout | null }>()

/** Makes sure that the file of a demo picture is there; false for every other path. */
export async function ensureDemoPicture(
  dataDir: string,
  path: string,
  report: Report = (line) => process.stderr.write(`${line}\n`),
): Promise<boolean> {
  return draw(dataDir, path.replace(/^\/+/, ''), urgent, report)
}

/** Draws what is missing. Stops early when the process ends; the next start goes on. */
export async function drawDemoPictures(
  dataDir: string,
  report: Report,
  paths: readonly string[] = listDemoPictures(),
): Promise<void> {
  const missing = paths.filter((path) => !existsSync(join(dataDir, 'pictures', path)))
  if (missing.length === 0) return
  let drawn = 0
  const timer = setInterval(() => report(`demo pictures: ${drawn} of ${missing.length} drawn`), REPORT_MS)
  timer.unref()
  await Promise.all(missing.map(async (path) => ((await draw(dataDir, path, later, report)) ? drawn++ : undefined)))
  clearInterval(timer)
  report(`demo pictures: ${drawn} of ${missing.length} drawn`)
}

function draw(dataDir: string, path: string, queue: Waiting[], report: Report): Promise<boolean> {
  if (!isDemoPicture(path)) return Promise.resolve(false)
  const file = join(dataDir, 'pictures', path)
  if (existsSync(file)) return Promise.resolve(true)
  const known = running.get(file)
  if (known !== undefined) {
    // Somebody waits for what was to come later.
    const index = queue === urgent ? later.findIndex((job) => job.file === file) : -1
    if (index !== -1) urgent.push(...later.splice(index, 1))
    return known
  }
  const drawing = new Promise<boolean>((done) => queue.push({ name: path, file, done, report })).finally(() =>
    running.delete(file),
  )
  running.set(file, drawing)
  work()
  return drawing
}

function work(): void {
  for (const worker of workers) if (worker.job === null) give(worker)
  while (urgent.length + later.length > 0 && workers.size < PROCESSES) start()
}

function give(worker: typeof workers extends Set<infer W> ? W : never): void {
  const job = urgent.shift() ?? later.shift()
  if (worker.timer !== null) clearTimeout(worker.timer)
  worker.timer = null
  if (job === undefined) {
    worker.timer = setTimeout(() => worker.child.disconnect(), IDLE_MS)
    worker.timer.unref()
    return
  }
  worker.job = job
  worker.child.send({ name: job.name, file: job.file } satisfies PictureJob, (error) => {
    if (error !== null) worker.child.kill()
  })
}

function start(): void {
  const child = fork(fileURLToPath(new URL('./seed-picture-worker.ts', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const worker: { child: ChildProcess; job: Waiting | null; timer: NodeJS.Timeout | null } = {
    child,
    job: null,
    timer: null,
  }
  workers.add(worker)
  // Neither the process nor its channel keeps the server alive.
  child.unref()
  child.channel?.unref()
  if (child.pid !== undefined) {
    try {
      setPriority(child.pid, NICENESS)
    } catch {
      // Some systems do not allow it; the pictures come all the same.
    }
  }
  child.on('message', (answer: PictureAnswer) => {
    const job = worker.job
    worker.job = null
    if (answer.error !== undefined) job?.report(`demo picture ${answer.name}: ${answer.error}`)
    job?.done(answer.error === undefined)
    give(worker)
  })
  child.once('error', () => child.kill())
  child.once('exit', () => {
    workers.delete(worker)
    if (worker.timer !== null) clearTimeout(worker.timer)
    worker.job?.done(false)
    work()
  })
  give(worker)
}
