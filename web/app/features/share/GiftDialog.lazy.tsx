/** "Artikel verschenken" (S3.11-03): the number left this month, the link, and a button that copies it. */
import { useEffect, useId, useRef, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { formatDateTime } from '@lokalteil/domain/german'
import { giftTexts } from '../../messages/access/access.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { giftClient, toGiftLink } from './gift-client.ts'
import css from './Gifts.module.css'

type Given = { articleId: string; address: string; title: string }
type Step =
  | { kind: 'loading' }
  | { kind: 'ready' }
  | { kind: 'creating' }
  | { kind: 'given'; token: string; until: string }
  | { kind: 'failed'; code: string }

let root: Root | undefined

export function openGiftDialog(given: Given): void {
  if (root === undefined) {
    const place = document.createElement('div')
    document.body.append(place)
    root = createRoot(place)
  }
  const opened = root
  opened.render(<GiftDialog {...given} onClose={() => opened.render(null)} />)
}

function GiftDialog({ articleId, address, title, onClose }: Given & { onClose: () => void }) {
  const [step, setStep] = useState<Step>({ kind: 'loading' })
  const [quota, setQuota] = useState<{ left: number; perMonth: number } | null>(null)
  const [isCopied, setCopied] = useState(false)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    let isLeft = false
    void giftClient()
      .list()
      .then((found) => {
        if (isLeft) return
        if (found.kind === 'refused') return setStep({ kind: 'failed', code: found.code })
        const { gifts, left, perMonth } = found.data
        setQuota({ left, perMonth })
        const known = gifts.find((gift) => gift.articleId === articleId && gift.state === 'active')
        setStep(known === undefined ? { kind: 'ready' } : { kind: 'given', token: known.token, until: known.expiresAt })
      })
    return () => {
      isLeft = true
    }
  }, [articleId])

  useEffect(() => {
    // The button that had the focus is gone.
    if (step.kind === 'given' && document.activeElement === document.body) field.current?.focus()
  }, [step])

  async function create(): Promise<void> {
    if (step.kind === 'creating') return
    setStep({ kind: 'creating' })
    const given = await giftClient().give(articleId)
    if (given.kind === 'refused') return setStep({ kind: 'failed', code: given.code })
    setQuota((known) => (known === null ? null : { ...known, left: given.data.left }))
    setStep({ kind: 'given', token: given.data.token, until: given.data.expiresAt })
  }

  const link = step.kind === 'given' ? toGiftLink(address, step.token) : ''
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    setCopied(true)
  }

  return (
    <Dialog title={giftTexts.title} closeLabel={giftTexts.close} onClose={onClose}>
      <p className={css.article}>{title}</p>
      <p>{giftTexts.text}</p>
      {quota !== null && <p className={css.hint}>{giftTexts.left(quota.left, quota.perMonth)}</p>}
      <div className={css.step} aria-live="polite">
        {step.kind === 'loading' && <p>{giftTexts.loading}</p>}
        {(step.kind === 'ready' || step.kind === 'creating') && quota !== null && quota.left > 0 && (
          <Button onClick={() => void create()} aria-disabled={step.kind === 'creating'}>
            {step.kind === 'creating' ? giftTexts.creating : giftTexts.create}
          </Button>
        )}
        {step.kind === 'failed' && <p role="alert">{giftTexts.error(step.code)}</p>}
        {step.kind === 'given' && (
          <>
            <label htmlFor={id}>{giftTexts.link}</label>
            <input
              ref={field}
              id={id}
              className={css.link}
              readOnly
              value={link}
              onFocus={(event) => event.currentTarget.select()}
            />
            <p className={css.hint}>{giftTexts.until(formatDateTime(new Date(step.until)))}</p>
            <div className={css.buttons}>
              <Button onClick={() => void copy()}>{isCopied ? giftTexts.copied : giftTexts.copy}</Button>
              {'share' in navigator && (
                <Button variant="secondary" onClick={() => void navigator.share({ title, url: link }).catch(() => {})}>
                  {giftTexts.share}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
      <p>
        <a href="/account#gifts">{giftTexts.all}</a>
      </p>
    </Dialog>
  )
}
