/**
 * Starts a process that writes, kills it at some moment, and opens the store it leaves behind: for tests of `kill -9`.
 */
import { spawn } from 'node:child_process'
import { createDataDirectory, type EngineName } from './database.testing.ts'

export type KilledStore = {
  options: { url: string } | { dataDir: string }
  environment: Record<string, string>
  remove: () => Promise<void> | void
}

const running = new Set<() => void>()

/** An empty store for several processes, one after the other. `createPostgres` is called only for that engine. */
export async function openKilledStore(
  engine: EngineName,
  createPostgres: () => Promise<{ url: string; drop: () => Promise<void> }>,
): Promise<KilledStore> {
  if (engine === 'postgres') {
    const { url, drop } = await createPostgres()
    return { options: { url }, environment: { DATABASE_URL: url }, remove: drop }
  }
  const { dataDir, remove } = await createDataDirectory()
  return { options: { dataDir }, environment: { DATA_DIR: dataDir }, remove }
}

/**
 * Runs `file`, kills it `afterMs` after its first line of JSON, and returns all the lines it wrote. On a busy machine it is
 * killed later, once it has written `least` lines.
 */
export async function runUntilKilled<Line>(
  file: string,
  environment: Record<string, string>,
  afterMs: number,
  least = 1,
): Promise<Line[]> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--liftoff-only', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  const kill = () => child.kill('SIGKILL')
  running.add(kill)
  let text = ''
  let complaint = ''
  let lines = 0
  let firstAt = 0
  let timer: NodeJS.Timeout | null = null
  child.stderr.setEncoding('utf8').on('data', (part: string) => (complaint += part))
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part
    lines += part.split('\n').length - 1
    firstAt ||= performance.now()
    if (lines >= least) timer ??= setTimeout(kill, afterMs - (performance.now() - firstAt))
  })
  const signal = await new Promise((resolve) => child.once('close', (_code, by) => resolve(by)))
  running.delete(kill)
  if (signal !== 'SIGKILL') throw new Error(`The process ended by itself: ${complaint.slice(-2000)}`)
  // The kill may have cut the last line.
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)
}

/** For `afterAll`, so that a failed test leaves no process behind. */
export function killAll(): void {
  for (const kill of running) kill()
}
