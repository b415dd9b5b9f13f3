/**
 * The switch of one newsletter. Optimistic update, reverted if the server refuses; of two clicks in a row the last one
 * counts.
 */
import { useRef, useState } from 'react'
import { createNewsletterCalls, type NewsletterChange } from '../../page/newsletter-api.ts'
import { newsletterTexts } from '../../messages/reading/newsletters.ts'
import css from './Newsletter.module.css'

export type SubscriptionState = 'active' | 'pending' | 'none'

type SubscriptionSwitchProps = {
  slug: string
  title: string
  state: SubscriptionState
  describedBy?: string
  onChanged: (slug: string, change: NewsletterChange) => void
}

const calls = createNewsletterCalls()

export function SubscriptionSwitch({ slug, title, state, describedBy, onChanged }: SubscriptionSwitchProps) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const latest = useRef<boolean | null>(null)
  const isOn = wanted ?? state !== 'none'

  const change = async (next: boolean) => {
    setWanted(next)
    const isRunning = latest.current !== null
    latest.current = next
    if (isRunning) return
    let done: NewsletterChange
    let asked: boolean
    do {
      asked = latest.current
      done = await calls.change(slug, asked)
    } while (done.kind !== 'refused' && asked !== latest.current)
    latest.current = null
    onChanged(slug, done)
    setWanted(null)
  }

  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={title}
      aria-describedby={describedBy}
      aria-busy={wanted !== null || undefined}
      className={css.switch}
      data-pending={state === 'pending' && wanted === null ? '' : undefined}
      onClick={() => void change(!isOn)}
    >
      <span className={css.knob} />
    </button>
  )
}

/** The message for the result of a change. */
export function toOutcome(title: string, change: NewsletterChange): { kind: 'good' | 'bad'; text: string } {
  const { mine, refusals } = newsletterTexts
  switch (change.kind) {
    case 'active':
      return { kind: 'good', text: mine.turnedOn(title) }
    case 'pending':
      return { kind: 'good', text: mine.ordered(title) }
    case 'ended':
      return { kind: 'good', text: mine.turnedOff(title) }
    case 'refused':
      return { kind: 'bad', text: refusals[change.reason] }
  }
}
