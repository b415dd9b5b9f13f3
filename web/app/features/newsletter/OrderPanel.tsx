/** Address and consent: the part of an order form shared by one newsletter and many. */
import type { ReactNode } from 'react'
import { NEWSLETTER_CONSENT, type NewsletterOrderField } from '@lokalteil/domain/reading/newsletters'
import { FORM_ACTIONS, FORM_PATH, type NewsletterFormData } from '../../page/newsletter-form.ts'
import { useSession } from '../../browser/session/session.ts'
import { newsletterTexts as texts } from '../../messages/reading/newsletters.ts'
import { urls } from '../../messages/publication/urls.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, TextField } from '../../ui/Field.tsx'
import { FormNotice } from '../../ui/FormNotice.tsx'
import { Icon } from '../../ui/Icon.tsx'
import css from './Newsletter.module.css'

const TARGETS: Readonly<Record<NewsletterOrderField, string>> = {
  slugs: '#newsletter-liste',
  email: '#newsletter-email',
  consent: '#newsletter-consent',
}

/** `children`: the newsletters to order. */
export function OrderPanel({
  data,
  title,
  isSending,
  children,
}: {
  data: NewsletterFormData
  title: string
  isSending: boolean
  children?: ReactNode
}) {
  const isReader = useSession().status === 'reader'
  const { values, faults, refusal } = data
  const wrong = Object.keys(faults) as NewsletterOrderField[]
  return (
    <section className={css.panel} aria-labelledby="newsletter-order-title">
      <h2 id="newsletter-order-title" className={css.panelTitle}>
        {title}
      </h2>
      <input type="hidden" name="aktion" value={FORM_ACTIONS.order} />
      <input type="hidden" name="version" value={NEWSLETTER_CONSENT.version} />
      {refusal !== null && (
        <FormNotice title={texts.refused} isAlert>
          <p>{texts.refusals[refusal]}</p>
        </FormNotice>
      )}
      {wrong.length > 0 && (
        <FormNotice
          title={texts.faultsTitle(wrong.length)}
          links={wrong.map((field) => ({ href: TARGETS[field], text: texts.fault(field, faults) ?? '' }))}
        />
      )}
      {children}
      {isReader && (
        <p className={css.hint}>
          {texts.isReader} <a href={urls.newsletters}>{texts.toMine}</a>
        </p>
      )}
      <TextField
        id="newsletter-email"
        name="email"
        label={texts.email}
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        defaultValue={values.email}
        fault={texts.fault('email', faults)}
      />
      <Checkbox
        id="newsletter-consent"
        name="einwilligung"
        label={texts.consent}
        required
        defaultChecked={values.hasConsent}
        fault={texts.fault('consent', faults)}
      />
      <Button type="submit" className={css.submit} aria-disabled={isSending || undefined}>
        {texts.submit}
      </Button>
      <p role="status" className={css.status}>
        {isSending ? texts.sending : ''}
      </p>
      <p className={css.hint}>
        {texts.privacy} <a href="/datenschutz">{texts.privacyLink}</a>.
      </p>
    </section>
  )
}

export function OrderSent({ email }: { email: string }) {
  return (
    <section className={css.answer} aria-labelledby="newsletter-sent-title">
      <span className={css.mark}>
        <Icon name="mail" size="1.8rem" />
      </span>
      <h2 id="newsletter-sent-title" className={css.answerTitle} tabIndex={-1} data-answer>
        {texts.sentTitle}
      </h2>
      <p className={css.strong}>{texts.sent}</p>
      <p>{texts.sentMore(email.trim())}</p>
      <p>
        <a href={FORM_PATH}>{texts.orderMore}</a>
      </p>
    </section>
  )
}
