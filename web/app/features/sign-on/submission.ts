/**
 * The submission of a form: validated here first, sent once however often the button is clicked, with every answer
 * turned into the form's state. Stores no input, which stays in the fields.
 */
import type { FieldErrors } from '@lokalteil/domain/accounts/registration'
import { createListeners } from '../../page/listeners.ts'
import type { SignOnRefusal } from '../../messages/accounts/sign-on.ts'
import type { CallResult } from './sign-on-client.ts'

type SubmissionState = {
  faults: FieldErrors
  refusal: SignOnRefusal | null
  isBusy: boolean
  /** Counts answers, so that the focus moves once for each. */
  answers: number
}

export type SubmissionSteps<I, T> = {
  /** Empty: may be sent. */
  check: (input: I) => FieldErrors
  send: (input: I) => Promise<CallResult<T>>
  /** The form stays busy until this resolves. */
  onDone: (data: T, input: I) => void | Promise<void>
}

export type Submission = {
  get: () => SubmissionState
  subscribe: (listener: () => void) => () => void
  submit: <I, T>(input: I, steps: SubmissionSteps<I, T>) => Promise<void>
  /** The reader is correcting the field. */
  forget: (field: string) => void
}

export function createSubmission(): Submission {
  let state: SubmissionState = { faults: {}, refusal: null, isBusy: false, answers: 0 }
  const { subscribe, notify } = createListeners()
  const change = (part: Partial<SubmissionState>) => {
    state = { ...state, ...part }
    notify()
  }
  const stop = (part: Partial<SubmissionState>) => change({ ...part, isBusy: false, answers: state.answers + 1 })

  return {
    get: () => state,
    subscribe,
    async submit(input, { check, send, onDone }) {
      if (state.isBusy) return
      const faults = check(input)
      if (Object.keys(faults).length > 0) return stop({ faults, refusal: null })
      change({ isBusy: true, faults: {}, refusal: null })
      const result = await send(input)
      if (result.kind === 'fields') return stop({ faults: result.faults })
      if (result.kind === 'refused') return stop({ refusal: result.reason })
      try {
        await onDone(result.data, input)
      } finally {
        change({ isBusy: false })
      }
    },
    forget(field) {
      if (!(field in state.faults)) return
      const { [field]: _, ...faults } = state.faults
      change({ faults })
    },
  }
}
