import type { FieldErrors } from '@lokalteil/domain/accounts/registration'
import { describe, expect, it, vi } from 'vitest'
import type { CallResult } from './sign-on-client.ts'
import { createSubmission, type SubmissionSteps } from './submission.ts'

const steps = (result: CallResult<string> | Promise<CallResult<string>>, faults: FieldErrors = {}) => ({
  check: () => faults,
  send: vi.fn(async () => result),
  onDone: vi.fn<SubmissionSteps<string, string>['onDone']>(),
})

describe('the submission of a form', () => {
  it('sends once, however often the button is clicked', async () => {
    const submission = createSubmission()
    let answer: (result: CallResult<string>) => void = () => {}
    const form = steps(new Promise((resolve) => (answer = resolve)))
    const sent = submission.submit('a', form)
    await submission.submit('a', form)
    expect(submission.get().isBusy).toBe(true)
    answer({ kind: 'ok', data: 'done' })
    await sent
    expect([form.send.mock.calls.length, form.onDone.mock.calls]).toEqual([1, [['done', 'a']]])
    expect(submission.get().isBusy).toBe(false)
  })

  it('sends nothing invalid, and clears one fault without hiding the others', async () => {
    const submission = createSubmission()
    const form = steps({ kind: 'ok', data: '' }, { email: 'INVALID_EMAIL', password: 'PASSWORD_TOO_SHORT' })
    await submission.submit('a', form)
    expect(form.send).not.toHaveBeenCalled()
    expect(submission.get()).toEqual({
      faults: { email: 'INVALID_EMAIL', password: 'PASSWORD_TOO_SHORT' },
      refusal: null,
      isBusy: false,
      answers: 1,
    })
    submission.forget('email')
    submission.forget('no such field')
    expect(submission.get()).toMatchObject({ faults: { password: 'PASSWORD_TOO_SHORT' }, answers: 1 })
  })

  it('shows the server’s faults, and moves the focus again for the same fault', async () => {
    const submission = createSubmission()
    const form = steps({ kind: 'refused', reason: 'WRONG_CREDENTIALS' })
    await submission.submit('a', form)
    await submission.submit('a', form)
    expect(submission.get()).toEqual({ faults: {}, refusal: 'WRONG_CREDENTIALS', isBusy: false, answers: 2 })
    await submission.submit('a', steps({ kind: 'fields', faults: { firstName: 'NOT_ALLOWED' } }))
    expect(submission.get()).toEqual({ faults: { firstName: 'NOT_ALLOWED' }, refusal: null, isBusy: false, answers: 3 })
    expect(form.onDone).not.toHaveBeenCalled()
  })

  it('is enabled again when the next step fails', async () => {
    const submission = createSubmission()
    const form = steps({ kind: 'ok', data: '' })
    form.onDone.mockRejectedValue(new Error('bug'))
    await expect(submission.submit('a', form)).rejects.toThrow('bug')
    expect(submission.get().isBusy).toBe(false)
  })
})
