// @vitest-environment happy-dom
/** The script of advertising frames (`AD_FRAME`): what a frame may say, and what its silence means. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askAdServer } from './ad-servers.ts'

const SCRIPT = readFileSync(join(import.meta.dirname, '../../../../services/scripts/reference/ad-frames.js'), 'utf8')
const FRAME = 'https://anzeigen.example/platz'

beforeEach(() => {
  vi.useFakeTimers()
  // Frames of this document load nothing.
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockImplementation(function (this: HTMLIFrameElement) {
    return this.isConnected ? (this as unknown as Window) : null
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  document.body.replaceChildren()
  delete window.adPlaces
  delete window.adTargeting
})

function load(address = FRAME): void {
  const script = document.createElement('script')
  script.dataset.frame = address
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
  runInThisContext(SCRIPT)
}

function ask(name = 'article-2') {
  const element = document.body.appendChild(document.createElement('div'))
  let answered: boolean | undefined
  const request = { name, element, sizes: [[300, 250]] as const }
  void askAdServer(request, { server: { waitMs: 1000 } }, new AbortController().signal).then((isFilled) => {
    answered = isFilled
  })
  return { element, answered: () => answered, frame: () => element.querySelector('iframe') }
}

const say = (source: unknown, data: unknown, origin = 'https://anzeigen.example') =>
  window.dispatchEvent(Object.assign(new Event('message'), { origin, source, data }))

it.each<[string, unknown, string | undefined, number, boolean | undefined]>([
  ['fills', { adFrame: 'filled' }, undefined, 0, true],
  ['has nothing', { adFrame: 'empty' }, undefined, 0, false],
  ['is silent', null, undefined, 999, undefined],
  ['is silent too long', null, undefined, 1001, false],
  ['says another word', { adFrame: 'constructor' }, undefined, 0, undefined],
  ['says something of others', '{"adFrame":"filled"}', undefined, 0, undefined],
  ['is not where it should be', { adFrame: 'filled' }, 'https://other.example', 0, undefined],
])('a frame that %s: %j from %s, after %s ms: %s', async (_what, data, origin, ms, expected) => {
  load()
  const { answered, frame } = ask()
  say(frame(), data, origin)
  await vi.advanceTimersByTimeAsync(ms)
  expect(answered()).toBe(expected)
})

it('a message answers for its own frame alone', async () => {
  const early = ask('article-1')
  load()
  const late = ask('article-2')
  say(window, { adFrame: 'filled' })
  say(late.frame(), { adFrame: 'filled' })
  await vi.advanceTimersByTimeAsync(0)
  expect([early.answered(), late.answered()]).toEqual([undefined, true])
})

it('a frame knows its place and the targeting, in a sandbox', () => {
  window.adTargeting = { plususer: 'nein', tags: ['Hafen'] }
  load()
  const frame = ask().frame()!
  const { origin, pathname, hash } = new URL(frame.src)
  expect(origin + pathname).toBe(FRAME)
  expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toEqual({
    place: 'article-2',
    targeting: '{"plususer":"nein","tags":["Hafen"]}',
  })
  expect(frame.getAttribute('sandbox')).not.toContain('top-navigation')
})

it('has no frame at the origin of the page, whose scripts would leave the sandbox', async () => {
  load(`${location.origin}/platz`)
  const { answered, frame } = ask()
  await vi.advanceTimersByTimeAsync(0)
  expect([answered(), frame()]).toEqual([false, null])
})
