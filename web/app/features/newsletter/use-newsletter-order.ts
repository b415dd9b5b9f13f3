/**
 * The state of an order form (S2.1-13): validated here first, sent by JavaScript, answered in place. The focus moves to
 * the message's field; input stays.
 */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { checkNewsletterOrder, type NewsletterOrder } from '@lokalteil/domain/reading/newsletters'
import { sendOrder, type NewsletterFormData } from '../../page/newsletter-form.ts'

export function useNewsletterOrder(initial: NewsletterFormData) {
  const [data, setData] = useState(initial)
  const [isSending, setSending] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)

  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else place.current?.querySelector<HTMLElement>('[data-answer], [aria-invalid="true"]')?.focus()
  }, [data])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isSending) return
    const form = new FormData(event.currentTarget)
    const textOf = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '')
    const values: NewsletterOrder = {
      email: textOf(form.get('email')),
      slugs: form.getAll('newsletter').map(textOf),
      hasConsent: form.has('einwilligung'),
    }
    const faults = checkNewsletterOrder(values)
    if (Object.keys(faults).length > 0) {
      setData({ values, faults, refusal: null, isSent: false })
      return
    }
    setSending(true)
    setData(await sendOrder(values))
    setSending(false)
  }

  return { data, isSending, place, submit: (event: FormEvent<HTMLFormElement>) => void submit(event) }
}
