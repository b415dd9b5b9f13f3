/**
 * Speaks a text with the device's voice, one utterance at a time. A pause cancels the utterance and resuming starts it
 * again, because some browsers cannot pause. A cancelled utterance fires the same end event as a spoken one, so every
 * start has a number and only events of the newest count.
 */
import type { Text } from '@lokalteil/domain/listening/pieces'
import {
  chooseVoice,
  findUtterance,
  skipUtterances,
  toScript,
  toStarts,
  type Utterance,
} from '@lokalteil/domain/listening/speech'
import type { Engine, EngineEvents } from './engine.ts'

/** Milliseconds; an utterance started right after a cancel is lost. */
const AFTER_CANCEL_MS = 60
/** Beyond the expected duration times this, the voice has stopped without an event. */
const PATIENCE = 2.5
const PATIENCE_MS = 6000
/** Failed starts after which the voice counts as broken. */
const MOST_FAILURES = 2

export type SpeechEvents = EngineEvents & { onSentence: (utterance: Utterance | null) => void }

export function hasSpeech(): boolean {
  return 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window
}

export function findVoice(): SpeechSynthesisVoice | null {
  return hasSpeech() ? chooseVoice(speechSynthesis.getVoices()) : null
}

/** Long, because one number ties all events to an utterance. */
export function speak(piece: Text, from: number, { onState, onTime, onEnd, onSentence }: SpeechEvents): Engine {
  const script = toScript([...piece.opening, ...piece.blocks])
  const starts = toStarts(script)
  const length = starts.at(-1)!
  let index = findUtterance(starts, from)
  let beginning = 0
  let failures = 0
  let speed = 1
  let volume = 1
  let isSpeaking = false
  let timer: ReturnType<typeof setTimeout> | undefined
  // Chromium's garbage collector drops an utterance without a reference, and its end event is lost.
  const held = new Set<SpeechSynthesisUtterance>()

  function silence(): void {
    beginning++
    clearTimeout(timer)
    held.clear()
    speechSynthesis.cancel()
  }

  function begin(): void {
    const wasBusy = speechSynthesis.speaking || speechSynthesis.pending
    silence()
    isSpeaking = true
    onTime(starts[index]!, length)
    const mine = beginning
    timer = setTimeout(() => mine === beginning && say(), wasBusy ? AFTER_CANCEL_MS : 0)
  }

  function say(): void {
    const utterance = script[index]
    const voice = findVoice()
    if (utterance === undefined || voice === null) return fail()
    const mine = beginning
    const isMine = () => mine === beginning
    const spoken = new SpeechSynthesisUtterance(utterance.text)
    held.add(spoken)
    spoken.voice = voice
    spoken.lang = voice.lang
    spoken.rate = speed
    spoken.volume = volume
    let hasBegun = false
    spoken.addEventListener('start', () => {
      if (!isMine()) return
      hasBegun = true
      failures = 0
      onState('playing')
      onSentence(utterance)
    })
    spoken.addEventListener('boundary', ({ charIndex }) => {
      if (isMine())
        onTime(starts[index]! + (utterance.seconds * charIndex) / Math.max(1, utterance.text.length), length)
    })
    spoken.addEventListener('end', () => isMine() && next())
    spoken.addEventListener('error', ({ error }) => {
      if (!isMine()) return
      if (error === 'not-allowed') return rest()
      // The browser cancelled it: another page speaks, or there is a phone call.
      if (error === 'canceled' || error === 'interrupted') return rest()
      retry(hasBegun)
    })
    timer = setTimeout(() => isMine() && retry(hasBegun), (utterance.seconds / speed) * 1000 * PATIENCE + PATIENCE_MS)
    speechSynthesis.speak(spoken)
  }

  /** A sentence that was partly spoken is not repeated. */
  function retry(hasBegun: boolean): void {
    if (hasBegun) return next()
    failures++
    if (failures >= MOST_FAILURES) fail()
    else begin()
  }

  function next(): void {
    index++
    if (index < script.length) return begin()
    silence()
    isSpeaking = false
    onSentence(null)
    onEnd()
  }

  function rest(): void {
    silence()
    isSpeaking = false
    onState('paused')
  }

  function fail(): void {
    silence()
    isSpeaking = false
    onSentence(null)
    onState('failed')
  }

  function goTo(to: number): void {
    index = Math.min(to, Math.max(0, script.length - 1))
    onTime(starts[index]!, length)
    onSentence(script[index] ?? null)
    if (isSpeaking) begin()
  }

  return {
    play() {
      failures = 0
      // After the last sentence: start again from the top.
      if (index >= script.length) index = 0
      onState('loading')
      begin()
    },
    pause: rest,
    seek: (seconds) => goTo(findUtterance(starts, seconds)),
    skip(seconds) {
      const to = skipUtterances(starts, index, seconds)
      if (to < script.length) return goTo(to)
      index = script.length - 1
      next()
    },
    setSpeed(to) {
      if (speed === to) return
      speed = to
      if (isSpeaking) begin()
    },
    setVolume(to) {
      volume = to
    },
    end() {
      isSpeaking = false
      silence()
      onSentence(null)
    },
  }
}
