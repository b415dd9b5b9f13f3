/** Runs `npx lokalteil NOUN VERB …` for a portal, as its publisher would in a terminal. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ServedPortal } from './portal-process.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

/** What the command prints. Rejects with what it printed if it fails. */
export async function runCommand(
  { port, dataDir }: ServedPortal,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout } = await run(process.execPath, ['tools/lokalteil.mjs', ...args], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...env },
  })
  return stdout
}
