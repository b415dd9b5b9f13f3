/**
 * Finds the machine's Chromium (or Chrome) and starts it with the same flags for journeys, benchmarks and screenshots.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

/** Switches off everything but the page that uses network or processor. */
export const CHROMIUM_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The headless shell: the same engine without windows, a third less work, and no difference for pages. */
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell']
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

/**
 * CHROME_PATH if set (even if the file does not exist, so that a wrong path is noticed), else the first one found, else
 * null.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  return (
    findGiven(env) ??
    [...toCandidates(NAMES, env), ...(ELSEWHERE[process.platform] ?? [])].find((path) => isProgram(path)) ??
    null
  )
}

/** The same with CHROME_PATH. Never the full browser. */
export function findHeadlessShell(env: NodeJS.ProcessEnv = process.env): string | null {
  return findGiven(env) ?? toCandidates(SHELL_NAMES, env).find((path) => isProgram(path)) ?? null
}

function findGiven({ CHROME_PATH }: NodeJS.ProcessEnv): string | null {
  return CHROME_PATH === undefined || CHROME_PATH === '' ? null : CHROME_PATH
}

function toCandidates(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Headless; the caller closes it. `options.args` are added to the flags above, `executablePath` selects another
 * browser.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = options.executablePath ?? findChromium()
  if (executablePath === null) {
    throw new Error('No Chromium found: install it (Debian: apt-get install chromium) or set CHROME_PATH')
  }
  return chromium.launch({ ...options, executablePath, args: [...CHROMIUM_FLAGS, ...(options.args ?? [])] })
}
