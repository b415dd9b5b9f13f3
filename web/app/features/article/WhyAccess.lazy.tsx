/** Explains the access decision: fetched from the server that decided, when the reader asks for it. */
import { useEffect, useId, useState, type FormEvent } from 'react'
import type { AccessAnswer } from '@lokalteil/contracts/access'
import { accessTexts } from '../../messages/access/access.ts'
import { portalClient } from '../../page/portal-client.ts'
import { Button } from '../../ui/Button.tsx'
import { toAccessQuery } from './use-article-body.ts'
import css from './WhyAccess.module.css'

type Asked = { kind: 'asking' } | { kind: 'failed' } | { kind: 'known'; why: AccessAnswer }

export default function WhyAccess({ articleId, decision }: { articleId: string; decision: string }) {
  const [asked, setAsked] = useState<Asked>({ kind: 'asking' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isLeft = false
    void explain(articleId).then((why) => {
      if (!isLeft) setAsked(why === null ? { kind: 'failed' } : { kind: 'known', why })
    })
    return () => {
      isLeft = true
    }
  }, [articleId, decision, tries])

  return (
    <div className={css.why} aria-live="polite" aria-busy={asked.kind === 'asking'}>
      {asked.kind === 'asking' && <p>{accessTexts.loading}</p>}
      {asked.kind === 'failed' && (
        <p>
          {accessTexts.failed}{' '}
          <button type="button" className={css.again} onClick={() => setTries(tries + 1)}>
            {accessTexts.again}
          </button>
        </p>
      )}
      {asked.kind === 'known' && <Explanation why={asked.why} />}
    </div>
  )
}

export function Explanation({ why }: { why: AccessAnswer }) {
  return (
    <>
      <p className={css.rule}>{accessTexts.rule(why.rule)}</p>
      {why.isLocked && why.linkToken === 'expired' && <p>{accessTexts.giftExpired}</p>}
      {why.isLocked && why.linkToken === 'invalid' && <p>{accessTexts.giftInvalid}</p>}
      <h3 className={css.heading}>{accessTexts.factsTitle}</h3>
      <dl className={css.facts}>
        {accessTexts.facts(why).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {why.remedies.length > 0 && (
        <>
          <h3 className={css.heading}>{accessTexts.helpTitle}</h3>
          <ul className={css.help}>
            {why.remedies.map(({ kind }) => {
              const { text, href } = accessTexts.help(kind)
              return <li key={kind}>{href === null ? text : <a href={href}>{text}</a>}</li>
            })}
          </ul>
        </>
      )}
      {why.isLocked && <InstitutionForm />}
      {why.institution?.by === 'code' && (
        <Button variant="quiet" onClick={() => void leave()}>
          {accessTexts.institution.leave}
        </Button>
      )}
      <p className={css.own}>{accessTexts.own}</p>
    </>
  )
}

function InstitutionForm() {
  const texts = accessTexts.institution
  const id = useId()
  const [status, setStatus] = useState('')
  const [isWrong, setWrong] = useState(false)
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const field = event.currentTarget.querySelector('input')!
    setStatus(texts.busy)
    const outcome = await enter(field.value)
    setWrong(outcome === 'WRONG_CODE')
    setStatus(outcome === null ? '' : texts.errors[outcome])
    if (outcome === null) changed()
    else field.focus()
  }
  return (
    <form className={css.institution} onSubmit={(event) => void submit(event)}>
      <h3 className={css.heading}>{texts.title}</h3>
      <p id={`${id}-text`}>{texts.text}</p>
      <label htmlFor={id}>{texts.label}</label>
      <div className={css.code}>
        <input
          id={id}
          name="code"
          required
          maxLength={200}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={isWrong}
          aria-describedby={`${id}-text ${id}-status`}
        />
        <Button type="submit" variant="secondary">
          {texts.enter}
        </Button>
      </div>
      <p id={`${id}-status`} role="status">
        {status}
      </p>
    </form>
  )
}

/** The article requests its text again. */
function changed(): void {
  document.dispatchEvent(new CustomEvent('ACCESS_CHANGED'))
}

async function explain(id: string): Promise<AccessAnswer | null> {
  const result = await portalClient.call('GET /api/articles/{id}/access', { params: { id }, query: toAccessQuery() })
  return result.kind === 'ok' ? result.data : null
}

/** Null: the code was accepted. */
async function enter(code: string): Promise<keyof typeof accessTexts.institution.errors | null> {
  const result = await portalClient.call('POST /api/institution-login', { body: { code } })
  if (result.kind === 'ok') return null
  const refused = result.kind === 'refused' ? result.code : ''
  return refused === 'WRONG_CODE' || refused === 'TOO_MANY_ATTEMPTS' ? refused : 'OTHER'
}

async function leave(): Promise<void> {
  await portalClient.call('DELETE /api/institution-login')
  // A text that was opened must not stay visible.
  location.reload()
}
