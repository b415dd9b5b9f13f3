/**
 * Shows the weather of the reader's own place in the utility bar. Every page comes with that of the publication's first place;
 * only the texts inside the link are replaced, so nothing shifts. Loaded at most every ten minutes.
 */
import type { PortalAnswer } from '@lokalteil/web/app/page/portal-client'
import { portalClient } from '@lokalteil/web/app/page/portal-client'
import { keepStored, readStored } from '@lokalteil/web/app/browser/device-storage'
import { readOwnPlace, subscribeOwnPlace } from './own-place.ts'

type Line = NonNullable<PortalAnswer<'GET /api/weather-line'>['line']>
type KeptLine = { place: string; until: number; line: Line | null }

const KEY = 'weatherLine'
const FRESH_MS = 600_000

/** The line that came with the page. */
let first: Line | null = null
let isFollowed = false

export function followOwnPlace(): void {
  if (isFollowed) return
  isFollowed = true
  const show = () => void showLine().catch(() => {})
  subscribeOwnPlace(show)
  // Try again after each navigation: the first page may have no utility bar.
  window.navigation?.addEventListener('navigatesuccess', show)
  show()
}

async function showLine(): Promise<void> {
  const own = readOwnPlace()
  const before = findLine()
  if (before === null) return
  first ??= readLine(before)
  const line = own === null ? first : await loadLine(own.place)
  // Race: the page or the saved place may have changed while the line was loading.
  const link = findLine()
  if (link === null || line === null || readOwnPlace()?.place !== own?.place) return
  writeLine(link, line)
}

async function loadLine(place: string): Promise<Line | null> {
  const kept = readKept()
  if (kept !== null && kept.place === place && Date.now() < kept.until) return kept.line
  const answer = await portalClient.call('GET /api/weather-line', { query: { place } })
  if (answer.kind !== 'ok') return null
  const { line } = answer.data
  keepStored(KEY, JSON.stringify({ place, until: Date.now() + FRESH_MS, line } satisfies KeptLine), 'sessionStorage')
  return line
}

function readKept(): KeptLine | null {
  try {
    return JSON.parse(readStored(KEY, 'sessionStorage') ?? 'null') as KeptLine | null
  } catch {
    return null
  }
}

/** The link in the bar that shows a temperature. */
function findLine(): HTMLAnchorElement | null {
  const links = document.querySelectorAll<HTMLAnchorElement>('nav a[href^="/wetter"]')
  return [...links].find((link) => link.querySelector('use') !== null && link.textContent.includes('°C')) ?? null
}

function readLine(link: HTMLAnchorElement): Line {
  const icon = link.querySelector('use')?.getAttribute('href')?.split('#')[1] ?? ''
  return { label: link.textContent, icon, target: link.getAttribute('href') ?? '' }
}

/** Changes only texts, not nodes, because React owns the nodes. */
function writeLine(link: HTMLAnchorElement, { label, icon, target }: Line): void {
  const drawing = link.querySelector('use')
  const address = drawing?.getAttribute('href')?.split('#')[0] ?? ''
  if (icon !== '') drawing?.setAttribute('href', `${address}#${icon}`)
  const text = [...link.childNodes].find((node) => node.nodeType === Node.TEXT_NODE)
  if (text !== undefined) text.nodeValue = label
  link.setAttribute('href', target)
}
