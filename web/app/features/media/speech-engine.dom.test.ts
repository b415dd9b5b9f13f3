// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Text } from '@lokalteil/domain/listening/pieces'
import { findVoice, hasSpeech, speak } from './speech-engine.ts'

class Utterance extends EventTarget {
  voice: unknown = null
  lang = ''
  rate = 1
  volume = 1
  text: string
  constructor(text: string) {
    super()
    this.text = text
  }
  tell(name: string, more = {}) {
    this.dispatchEvent(Object.assign(new Event(name), more))
  }
}

const GERMAN = { name: 'Anna', lang: 'de-DE', localService: true, default: true }
let voices: object[]
let spoken: Utterance[]
let isSpeaking: boolean
/** The events that a browser's `cancel` fires for cancelled utterances. */
let atCancel: (utterance: Utterance) => void

beforeEach(() => {
  vi.useFakeTimers()
  voices = [GERMAN]
  spoken = []
  isSpeaking = false
  atCancel = () => {}
  Object.assign(window, {
    SpeechSynthesisUtterance: Utterance,
    speechSynthesis: Object.assign(new EventTarget(), {
      getVoices: () => voices,
      pending: false,
      get speaking() {
        return isSpeaking
      },
      speak: (utterance: Utterance) => {
        isSpeaking = true
        spoken.push(utterance)
      },
      cancel: () => {
        isSpeaking = false
        const last = spoken.at(-1)
        if (last !== undefined) atCancel(last)
      },
    }),
  })
  Object.assign(globalThis, { SpeechSynthesisUtterance: Utterance, speechSynthesis: window.speechSynthesis })
})
afterEach(() => void vi.useRealTimers())

const piece: Text = {
  kind: 'text',
  key: 'article:1',
  title: 'Titel',
  by: 'Blatt',
  target: '/titel-1',
  opening: ['Titel'],
  blocks: ['Erster Satz. Zweiter Satz.', 'Dritter Satz.'],
}

function begin(from = 0) {
  const told: string[] = []
  const engine = speak(piece, from, {
    onState: (state) => told.push(state),
    onTime: () => {},
    onEnd: () => told.push('end'),
    onSentence: (utterance) => told.push(utterance?.sentence ?? '-'),
  })
  engine.play()
  vi.advanceTimersByTime(100)
  return { engine, told }
}
const last = () => spoken.at(-1)!
function finish() {
  last().tell('start')
  isSpeaking = false
  last().tell('end')
  vi.advanceTimersByTime(100)
}
const texts = () => spoken.map(({ text }) => text)

describe('R1-57 reading aloud', () => {
  it('speaks sentence by sentence with a voice of the device, and ends', () => {
    const { told } = begin()
    for (let turn = 0; turn < 4; turn++) finish()
    expect(texts()).toEqual(['Titel', 'Erster Satz.', 'Zweiter Satz.', 'Dritter Satz.'])
    expect(spoken.every(({ voice, lang }) => voice === GERMAN && lang === 'de-DE')).toBe(true)
    expect(told).toEqual([
      'loading',
      'playing',
      'Titel',
      'playing',
      'Erster Satz.',
      'playing',
      'Zweiter Satz.',
      'playing',
      'Dritter Satz.',
      '-',
      'end',
    ])
    vi.advanceTimersByTime(60_000)
    expect(spoken.length).toBe(4)
  })

  it.each([
    ['tells an error', (utterance: Utterance) => utterance.tell('error', { error: 'interrupted' })],
    ['tells that it ended', (utterance: Utterance) => utterance.tell('end')],
    ['tells it later', (utterance: Utterance) => void setTimeout(() => utterance.tell('end'), 30)],
    ['tells nothing', () => {}],
  ])('resumes with the same sentence after a pause, if cancelling %s', (_what, cancel) => {
    const { engine, told } = begin()
    finish()
    last().tell('start')
    atCancel = cancel
    engine.pause()
    vi.advanceTimersByTime(60_000)
    expect([texts(), told.at(-1)]).toEqual([['Titel', 'Erster Satz.'], 'paused'])
    engine.play()
    vi.advanceTimersByTime(100)
    expect(texts()).toEqual(['Titel', 'Erster Satz.', 'Erster Satz.'])
  })

  it('R1-58 R1-59 skips back and forward by sentences, and ends after the last', () => {
    const { engine, told } = begin()
    finish()
    last().tell('start')
    engine.skip(-15)
    vi.advanceTimersByTime(100)
    expect(last().text).toBe('Titel')
    last().tell('start')
    engine.skip(1)
    vi.advanceTimersByTime(100)
    expect(last().text).toBe('Erster Satz.')
    engine.skip(15)
    expect(told.at(-1)).toBe('end')
  })

  it('changes the speed of the current sentence', () => {
    const { engine } = begin()
    last().tell('start')
    engine.setSpeed(1.5)
    vi.advanceTimersByTime(100)
    expect([last().text, last().rate]).toEqual(['Titel', 1.5])
  })

  it('continues after a sentence without an end event', () => {
    begin()
    last().tell('start')
    vi.advanceTimersByTime(30_000)
    expect(last().text).toBe('Erster Satz.')
  })

  it('fails if no sentence ever begins, and if the voice is gone', () => {
    const silent = begin()
    vi.advanceTimersByTime(60_000)
    expect(silent.told.at(-1)).toBe('failed')
    voices = []
    const gone = begin()
    expect(gone.told.at(-1)).toBe('failed')
  })

  it('pauses when the browser takes the voice away or wants a click', () => {
    for (const error of ['interrupted', 'canceled', 'not-allowed']) {
      const { told } = begin()
      last().tell('error', { error })
      expect([error, told.at(-1)]).toEqual([error, 'paused'])
    }
  })

  it('begins at the given position', () => {
    begin(1.5)
    expect(last().text).toBe('Erster Satz.')
  })

  it('is silent for good after its end', () => {
    const { engine, told } = begin()
    last().tell('start')
    engine.end()
    const before = [told.length, spoken.length]
    last().tell('end')
    vi.advanceTimersByTime(60_000)
    expect([told.length, spoken.length]).toEqual(before)
  })

  it('is not offered without a German voice on the device', () => {
    expect([hasSpeech(), findVoice()]).toEqual([true, GERMAN])
    voices = [{ ...GERMAN, localService: false }]
    expect(findVoice()).toBe(null)
  })
})
