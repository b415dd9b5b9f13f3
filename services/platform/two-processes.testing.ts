/** Runs two operating-system processes on one database at the same time. */
import { spawn } from 'node:child_process'
import { writeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Starts `file` twice; it waits with `untilBegun` and ends with `sayOutcomes`. Both begin when both are ready. Returns
 * the outcomes of both.
 */
export async function runInTwoProcesses(file: URL, url: string, args: readonly string[]): Promise<string[]> {
  const processes = ['AAAA', 'BBBB'].map((mark) => {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', fileURLToPath(file), mark, ...args],
      { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, DATABASE_URL: url } },
    )
    let said = ''
    const isReady = Promise.withResolvers<void>()
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('ready\n')) isReady.resolve()
    })
    const ended = new Promise<string[]>((resolve, reject) =>
      child.once('close', (code) => {
        const fault = new Error(`A process ended with ${code}`)
        if (code !== 0) isReady.reject(fault)
        if (code === 0) resolve(JSON.parse(said.trim().split('\n').at(-1)!) as string[])
        else reject(fault)
      }),
    )
    return { isReady: isReady.promise, ended, begin: () => child.stdin.write('go\n') }
  })
  await Promise.all(processes.map(({ isReady }) => isReady))
  for (const { begin } of processes) begin()
  return (await Promise.all(processes.map(({ ended }) => ended))).flat()
}

/** Waits for the start. From then on the process ends with its parent. */
export async function untilBegun(): Promise<void> {
  process.stdin.once('end', () => process.exit(1))
  writeSync(1, 'ready\n')
  await new Promise<void>((resolve) => process.stdin.once('data', () => resolve()))
}

export function sayOutcomes(outcomes: readonly string[]): never {
  writeSync(1, JSON.stringify(outcomes))
  process.exit(0)
}
