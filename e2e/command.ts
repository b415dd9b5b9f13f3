/** Runs `npx lokalteil NOUN VERB …` as a publisher would in a terminal. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

/**
 * The output of the command; rejects with its error output if it fails. `env`: at least PORT or DATA_DIR of the portal that it
 * is about.
 */
export async function runCommand(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await run(process.execPath, ['tools/lokalteil.mjs', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  })
  return stdout
}
