/** A framed form: fields, faults, one button; input is never lost, whatever the answer. */
import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent, type ReactNode } from 'react'
import type { FieldErrors } from '@lokalteil/domain/accounts/registration'
import { signOnTexts, type SignOnRefusal } from '../../messages/accounts/sign-on.ts'
import { Button } from '../../ui/Button.tsx'
import { FormNotice } from '../../ui/FormNotice.tsx'
import { useAlive } from './DialogFlow.tsx'
import { toFormValues, type FormValues } from './form-values.ts'
import { createSubmission } from './submission.ts'
import type { CallResult } from './sign-on-client.ts'
import css from './DialogFlow.module.css'

/** Props of a field of the form. */
export type FieldProps = (field: string) => { id: string; name: string; fault: string | undefined }

type SignOnFormProps<I, T> = {
  texts: { submit: string; busy: string }
  read: (values: FormValues) => I
  check: (input: I) => FieldErrors
  send: (input: I) => Promise<CallResult<T>>
  onDone: (data: T, input: I) => void | Promise<void>
  children: (field: FieldProps) => ReactNode
  /** Beside the button. */
  beside?: ReactNode
  /** Further texts or links after a refusal. */
  afterRefusal?: Partial<Record<SignOnRefusal, ReactNode>>
}

const toId = (field: string) => `sign-on-${field}`

export function SignOnForm<I, T>({
  texts,
  read,
  check,
  send,
  onDone,
  children,
  beside,
  afterRefusal,
}: SignOnFormProps<I, T>) {
  const [submission] = useState(createSubmission)
  const { faults, refusal, isBusy, answers } = useSyncExternalStore(
    submission.subscribe,
    submission.get,
    submission.get,
  )
  const isAlive = useAlive()
  const form = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLDivElement>(null)

  // Focuses the only invalid field, the list of faults, or the refusal.
  useEffect(() => {
    if (answers === 0 || form.current === null) return
    const wrong = form.current.querySelectorAll<HTMLElement>('[aria-invalid="true"]')
    const secret =
      refusal === 'WRONG_CREDENTIALS' || refusal === 'WRONG_PASSWORD'
        ? form.current.querySelector<HTMLInputElement>('[autocomplete="current-password"]')
        : null
    if (secret !== null) secret.select()
    ;(secret ?? (wrong.length === 1 ? wrong[0] : notice.current))?.focus()
  }, [answers, refusal])

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    void submission.submit(read(toFormValues(new FormData(event.currentTarget))), { check, send, onDone })
  }

  const wrong = Object.entries(faults)
  const field: FieldProps = (name) => ({
    id: toId(name),
    name,
    fault: faults[name] === undefined ? undefined : signOnTexts.fault(name, faults[name]),
  })
  return (
    // Never GET: a password must not get into an address, even if the form is submitted before hydration.
    <form
      ref={form}
      method="post"
      noValidate
      className={css.form}
      onSubmit={submit}
      onInput={(event) => submission.forget((event.target as HTMLInputElement).name)}
    >
      {refusal !== null && (
        <FormNotice ref={notice} title={signOnTexts.refusal(refusal)} isAlert>
          {afterRefusal?.[refusal]}
        </FormNotice>
      )}
      {wrong.length > 1 && (
        <FormNotice
          ref={notice}
          title={signOnTexts.faultsTitle(wrong.length)}
          links={wrong.map(([name, code]) => ({ href: `#${toId(name)}`, text: signOnTexts.fault(name, code) }))}
        />
      )}
      {children(field)}
      <div className={css.actions}>
        <Button type="submit" className={css.submit} disabled={!isAlive} aria-disabled={isBusy || undefined}>
          <span className={css.submitText}>{texts.submit}</span>
          {isBusy && <span className={css.spinner} />}
        </Button>
        {beside}
      </div>
      <p role="status" className="visually-hidden">
        {isBusy ? texts.busy : ''}
      </p>
    </form>
  )
}

/** A button styled as a link, which opens another form of the dialog. */
export function FlowLink({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className={css.link} onClick={onPress}>
      {children}
    </button>
  )
}
