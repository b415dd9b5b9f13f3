/** The consents that a reader has not answered yet, as the server lists them (S2.2-13). */
import { useEffect, useState } from 'react'
import { decideRegistrationGuard } from '@lokalteil/domain/accounts/registration-guard'
import { buildPath } from '@lokalteil/domain/routing/routes'
import type { FieldErrors } from '@lokalteil/domain/accounts/registration'
import { signOnTexts, type SignOnRefusal } from '../../messages/accounts/sign-on.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { FormNotice } from '../../ui/FormNotice.tsx'
import { useAlive } from './DialogFlow.tsx'
import type { FormValues } from './form-values.ts'
import { COMPLETION, finishCompletion, openWays } from './frame.ts'
import { openCalls } from './open-client.ts'
import type { MissingFields } from './sign-on-client.ts'
import { SignOnForm } from './SignOnForm.tsx'
import { TermsLabel } from './TermsLabel.tsx'
import css from './DialogFlow.module.css'

const texts = signOnTexts.completion

type State = { kind: 'loading' } | { kind: 'failed'; reason: SignOnRefusal } | { kind: 'asked'; fields: MissingFields }

/** Every field gets an answer; unticked optional ones count as no. */
export function readCompletion(fields: MissingFields, values: FormValues): Record<string, boolean> {
  return Object.fromEntries(fields.map(({ name }) => [name, values.isTicked(name)]))
}

export function checkCompletion(fields: MissingFields, answers: Record<string, boolean>): FieldErrors {
  return Object.fromEntries(
    fields.filter(({ name, required }) => required && answers[name] !== true).map(({ name }) => [name, 'REQUIRED']),
  )
}

export function CompletionForm() {
  const isAlive = useAlive()
  const [state, setState] = useState<State>({ kind: 'loading' })

  async function load(): Promise<void> {
    setState({ kind: 'loading' })
    const result = await openCalls().listMissingFields()
    if (result.kind !== 'ok' && !(result.kind === 'refused' && result.reason === 'NOT_LOGGED_IN')) {
      return setState({ kind: 'failed', reason: result.kind === 'refused' ? result.reason : 'UNAVAILABLE' })
    }
    const ways = openWays()
    const decided = decideRegistrationGuard(
      COMPLETION,
      result.kind === 'ok'
        ? { kind: 'reader', missingFields: result.data.map(({ name }) => name) }
        : { kind: 'anonymous' },
    )
    if (decided.kind === 'redirect') ways.goTo(buildPath({ name: decided.to }))
    else if (decided.kind === 'close' || result.kind !== 'ok') finishCompletion(ways)
    else setState({ kind: 'asked', fields: result.data })
  }

  useEffect(() => {
    if (isAlive) void load()
  }, [isAlive])

  if (state.kind === 'loading') return <div className={css.skeleton} role="status" aria-label={signOnTexts.wait} />
  if (state.kind === 'failed') {
    return (
      <>
        <FormNotice title={texts.failed} isAlert>
          <p>{signOnTexts.refusal(state.reason)}</p>
        </FormNotice>
        <Button variant="secondary" onClick={() => void load()}>
          {texts.retry}
        </Button>
      </>
    )
  }
  const { fields } = state
  return (
    <>
      <p className={css.text}>{fields.length === 1 ? texts.intro : texts.introMany}</p>
      <SignOnForm
        texts={texts}
        read={(values) => readCompletion(fields, values)}
        check={(answers) => checkCompletion(fields, answers)}
        send={(answers) => openCalls().saveMissingFields(answers)}
        onDone={(missing) =>
          missing.length === 0 ? finishCompletion(openWays()) : setState({ kind: 'asked', fields: missing })
        }
      >
        {(field) =>
          fields.map(({ name, label, required }) => (
            <Checkbox
              key={name}
              {...field(name)}
              required={required}
              label={
                name === 'terms' ? (
                  <TermsLabel />
                ) : (
                  <>
                    {label} {!required && <span className={css.optional}>{signOnTexts.optional}</span>}
                  </>
                )
              }
            />
          ))
        }
      </SignOnForm>
    </>
  )
}
