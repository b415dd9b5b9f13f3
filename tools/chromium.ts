/** Finds the machine's Chromium (or Chrome) and starts it the same way for journeys, benchmarks and screenshots. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

/** Nothing but the page under test may use the network or the processor. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const ELSEWHERE: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
}

/** CHROME_PATH if set (even when nothing is there: a wrong path must be seen), else the first one found, else null. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  if (env.CHROME_PATH !== undefined && env.CHROME_PATH !== '') return env.CHROME_PATH
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...(ELSEWHERE[process.platform] ?? [])].find((path) => isProgram(path)) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Headless; the caller closes it. `options.args` are added to the flags above. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null) {
    throw new Error('No Chromium found: install it (Debian: apt-get install chromium) or set CHROME_PATH')
  }
  return chromium.launch({ ...options, executablePath, args: [...CHROMIUM_FLAGS, ...(options.args ?? [])] })
}
