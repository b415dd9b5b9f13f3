/**
 * A browser with voices. Headless Chromium has none, so this implements `speechSynthesis` as specified: voices arrive a
 * moment later, utterances are spoken one after the other with start and end events, and a cancelled one fires an
 * error. Silent; `window.spoken` lists the utterances begun.
 */
import type { BrowserContext } from 'playwright-core'

type SpeakingOptions = {
  voices?: readonly { name: string; lang: string; localService: boolean }[]
  /** Milliseconds for an utterance at normal speed. */
  takes?: number
}

const ANNA = { name: 'Anna', lang: 'de-DE', localService: true }

export async function giveVoices(
  context: BrowserContext,
  { voices = [ANNA], takes = 400 }: SpeakingOptions = {},
): Promise<void> {
  await context.addInitScript(
    ([given, duration]) => {
      const spoken: { text: string; voice: string; rate: number }[] = []
      let known: object[] = []
      let queue: { utterance: EventTarget & Record<string, unknown>; timer: number | undefined }[] = []
      class Utterance extends EventTarget {
        voice = null
        lang = ''
        rate = 1
        volume = 1
        text: string
        constructor(text: string) {
          super()
          this.text = text
        }
      }
      const synthesis = new EventTarget()
      const tell = (target: EventTarget, name: string, more = {}) =>
        target.dispatchEvent(Object.assign(new Event(name), more))
      const begin = () => {
        const [first] = queue
        if (first === undefined || first.timer !== undefined) return
        const { text, voice, rate } = first.utterance as unknown as {
          text: string
          voice: { name: string }
          rate: number
        }
        spoken.push({ text, voice: voice.name, rate })
        tell(first.utterance, 'start')
        first.timer = window.setTimeout(() => {
          queue.shift()
          tell(first.utterance, 'end')
          begin()
        }, duration / rate)
      }
      Object.assign(synthesis, {
        getVoices: () => known,
        speak: (utterance: EventTarget & Record<string, unknown>) => {
          queue.push({ utterance, timer: undefined })
          setTimeout(begin)
        },
        cancel: () => {
          const taken = queue
          queue = []
          for (const { utterance, timer } of taken) {
            clearTimeout(timer)
            setTimeout(() => tell(utterance, 'error', { error: timer === undefined ? 'canceled' : 'interrupted' }))
          }
        },
        pause() {},
        resume() {},
      })
      Object.defineProperty(synthesis, 'speaking', { get: () => queue.length > 0 })
      Object.defineProperty(synthesis, 'pending', { get: () => queue.length > 1 })
      Object.defineProperty(window, 'speechSynthesis', { value: synthesis })
      Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance })
      Object.assign(window, { spoken })
      setTimeout(() => {
        known = given.map((voice) => ({ ...voice, default: false }))
        synthesis.dispatchEvent(new Event('voiceschanged'))
      }, 50)
    },
    [voices, takes] as const,
  )
}
