/**
 * The onboarding (S2.4-07): up to three steps of choices. "Überspringen" and "Fertig" save the choices and complete it;
 * the cross, Escape and a click beside the dialog keep it for the next login. A choice that could not be saved stays on
 * the screen.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { decideOnboarding, type OnboardingAction, type OnboardingStep } from '@lokalteil/domain/accounts/onboarding'
import { contentBase, createBrowserFetch, createContentApi } from '../../page/content-api.ts'
import { createNewsletterCalls } from '../../page/newsletter-api.ts'
import { completeOnboarding } from '../../browser/session/onboarding-status.ts'
import type { Chrome } from '../../page/page.ts'
import { getSession, setSession, type Mark } from '../../browser/session/session.ts'
import { createLibraryApi } from '../../page/library-api.ts'
import { onboardingTexts as texts } from '../../messages/accounts/onboarding.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import {
  loadOffer,
  saveChoice,
  type Chosen,
  type OnboardingOffer,
  type OnboardingSources,
} from './onboarding-choices.ts'
import css from './OnboardingDialog.module.css'

export type OnboardingProps = {
  chrome: Pick<Chrome, 'publication' | 'isLibraryOff'>
  onClose: () => void
  /** Called with a message when the dialog has closed. */
  onDone: (text: string) => void
  title: string
  closeLabel: string
}

export function OnboardingDialog({ chrome, title, closeLabel, onClose, onDone }: OnboardingProps) {
  const [sources] = useState(() => toSources(chrome))
  const [offer, setOffer] = useState<OnboardingOffer | null>(null)
  const load = useCallback(() => {
    setOffer(null)
    void loadOffer(sources).then(setOffer)
  }, [sources])
  useEffect(load, [load])

  const complete = useCallback(
    async (hasPending: boolean) => {
      const isCompleted = await completeOnboarding()
      if (isCompleted === true) setSession({ onboardingCompleted: true })
      onClose()
      onDone(hasPending ? texts.donePending : texts.done)
    },
    [onClose, onDone],
  )
  return (
    <Dialog title={title} closeLabel={closeLabel} onClose={onClose}>
      {offer === null ? (
        <p role="status">{texts.loading}</p>
      ) : offer.steps.length === 0 ? (
        <>
          <p role="alert">{texts.nothing}</p>
          <div className={css.actions}>
            <Button onClick={load}>{texts.retry}</Button>
            <Button variant="quiet" onClick={onClose}>
              {texts.close}
            </Button>
          </div>
        </>
      ) : (
        <Steps offer={offer} sources={sources} onComplete={complete} />
      )}
    </Dialog>
  )
}

/** Long, because the steps share the choices. */
function Steps({
  offer: { steps, items, before },
  sources,
  onComplete,
}: {
  offer: OnboardingOffer
  sources: OnboardingSources
  onComplete: (hasPending: boolean) => Promise<void>
}) {
  const [step, setStep] = useState<OnboardingStep>(steps[0]!)
  const [chosen, setChosen] = useState<Chosen>(before)
  const [saved, setSaved] = useState<Chosen>(before)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  const at = steps.indexOf(step)
  const isLast = at === steps.length - 1

  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else heading.current?.focus()
  }, [step])

  const act = async (action: OnboardingAction) => {
    if (isSaving) return
    const decision = decideOnboarding(action, step, steps)
    if (decision.kind === 'show') {
      setStep(decision.step)
      return
    }
    setSaving(true)
    setFailure('')
    const outcome = await saveChoice(sources, saved, chosen)
    if (outcome.kind === 'saved') {
      tellFollows(before, chosen)
      await onComplete(outcome.hasPending)
      return
    }
    setSaved(outcome.saved)
    setFailure(texts.failed[outcome.reason])
    setSaving(false)
  }
  const toggle = (id: string, isChosen: boolean) => {
    const others = chosen[step].filter((one) => one !== id)
    setChosen({ ...chosen, [step]: isChosen ? [...others, id] : others })
  }

  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void act(isLast ? 'finish' : 'next')
      }}
    >
      <div className={css.head}>
        <p className={css.position}>{texts.position(at + 1, steps.length)}</p>
        <div className={css.bar} aria-hidden="true">
          {steps.map((one, index) => (
            <span key={one} data-done={index <= at ? '' : undefined} />
          ))}
        </div>
        <h3 className={css.title} tabIndex={-1} ref={heading} id="onboarding-step">
          {texts.of(step).title}
        </h3>
        <p>{texts.of(step).text}</p>
      </div>
      <ul className={css.choices} key={step} aria-labelledby="onboarding-step">
        {items[step].map(({ id, label, note, depth }) => (
          <li key={id}>
            <label className={css.choice} data-depth={Math.min(depth, 2) || undefined}>
              <input
                type="checkbox"
                value={id}
                checked={chosen[step].includes(id)}
                onChange={(event) => toggle(id, event.currentTarget.checked)}
              />
              <span>
                {label}
                {note !== '' && <small className={css.note}>{note}</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {step === 'newsletters' && <p className={css.consent}>{texts.consent}</p>}
      <p className={css.count} aria-live="polite">
        {texts.chosen(chosen[step].length)}
      </p>
      {failure !== '' && (
        <p role="alert" className={css.failure}>
          {failure}
        </p>
      )}
      <div className={css.actions}>
        <Button type="submit" aria-disabled={isSaving || undefined}>
          {isLast ? texts.finish : texts.next}
        </Button>
        {at > 0 && (
          <Button variant="secondary" onClick={() => void act('back')} aria-disabled={isSaving || undefined}>
            {texts.back}
          </Button>
        )}
        <Button variant="quiet" onClick={() => void act('skip')} aria-disabled={isSaving || undefined}>
          {texts.skip}
        </Button>
      </div>
      <p role="status" className="visually-hidden">
        {isSaving ? texts.saving : ''}
      </p>
    </form>
  )
}

/** Updates the follow buttons of the page behind. */
function tellFollows(before: Chosen, after: Chosen): void {
  const { marks } = getSession()
  const had = [...before.regions, ...before.topics]
  const has = [...after.regions, ...after.topics]
  const changed: [string, Mark][] = [...had, ...has].map((id) => [`f:${id}`, { isSet: has.includes(id) }])
  setSession({ marks: new Map([...(marks ?? []), ...changed]), ...(has.length > 0 ? { hasTagBookmarks: true } : {}) })
}

function toSources({ publication, isLibraryOff }: OnboardingProps['chrome']): OnboardingSources {
  const ssoId = getSession().view.userData?.ssoId ?? ''
  return {
    content: createContentApi(contentBase(), createBrowserFetch()),
    library: isLibraryOff || ssoId === '' ? null : createLibraryApi(publication.code, ssoId),
    newsletters: createNewsletterCalls(),
  }
}
