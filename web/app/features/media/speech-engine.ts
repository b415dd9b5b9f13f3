/**
 * A text by the voice of the device, utterance by utterance. A pause is an end and a new beginning of the same utterance,
 * because browsers that cannot pause end instead; and what was taken back tells of its end as if it had been spoken, so every
 * beginning has a number and only the newest is heard of.
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

/** A voice that was just silenced swallows what it is told at once. */
const AFTER_CANCEL_MS = 60
/** Beyond what an utterance should take: then the voice has fallen silent without saying so. */
const PATIENCE = 2.5
const PATIENCE_MS = 6000
/** A voice that begins nothing so often is none. */
const MOST_FAILURES = 2

export type SpeechEvents = EngineEvents & { onSentence: (utterance: Utterance | null) => void }

export function hasSpeech(): boolean {
  return 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window
}

export function findVoice(): SpeechSynthesisVoice | null {
  return hasSpeech() ? chooseVoice(speechSynthesis.getVoices()) : null
}

/** Long, because one number joins all that may happen to an utterance. */
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
  // Chromium forgets an utterance that nobody holds, and never says that it ended.
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
      // The browser itself took it back: another page speaks, or the device is on the phone.
      if (error === 'canceled' || error === 'interrupted') return rest()
      retry(hasBegun)
    })
    timer = setTimeout(() => isMine() && retry(hasBegun), (utterance.seconds / speed) * 1000 * PATIENCE + PATIENCE_MS)
    speechSynthesis.speak(spoken)
  }

  /** What was heard in part is not heard twice. */
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
      // Behind the last: once more from the top.
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
