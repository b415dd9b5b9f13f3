/** The form that writes to the provider of a listing. A plain form: faults or the result come back with the page. */
import type { EnquiryField } from '../domain/enquiry.ts'
import { MOST_ENQUIRY, MOST_NAME, MOST_PHONE } from '../domain/enquiry.ts'
import type { MarketKind } from '../domain/markets.ts'
import { FORM_ACTIONS, type EnquiryForm } from './market-forms.ts'
import { marketTexts } from './market-texts.ts'
import { Button } from '@lokalteil/web/app/ui/Button.tsx'
import { TextArea, TextField } from '@lokalteil/web/app/ui/Field.tsx'
import { FormNotice } from '@lokalteil/web/app/ui/FormNotice.tsx'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import css from './EnquiryPanel.module.css'

const texts = marketTexts.enquiry
const ID = 'anfrage'

export function EnquiryPanel({ kind, path, form }: { kind: MarketKind; path: string; form: EnquiryForm }) {
  const { values, faults, outcome, refusal } = form
  const faultOf = (field: EnquiryField) => {
    const fault = faults[field]
    return fault === undefined ? undefined : texts.faults[field][fault]
  }
  const wrong = (['name', 'email', 'phone', 'text'] as const).filter((field) => faults[field] !== undefined)
  return (
    <section id={ID} className={css.panel} aria-labelledby={`${ID}-titel`}>
      <h2 id={`${ID}-titel`} className={css.title}>
        {outcome === null ? texts.titles[kind] : outcome === 'sent' ? texts.sentTitle : texts.confirmTitle}
      </h2>
      {outcome !== null ? (
        <p role="status" className={css.done}>
          <Icon name={outcome === 'sent' ? 'check' : 'mail'} />{' '}
          <span>{outcome === 'sent' ? texts.sent : texts.confirm}</span>
        </p>
      ) : (
        <form method="post" action={`${path}#${ID}`} className={css.form} noValidate>
          <p className={css.intro}>{texts.intro}</p>
          {refusal !== null && <FormNotice isAlert title={marketTexts.refusals[refusal]} />}
          {wrong.length > 0 && (
            <FormNotice
              isAlert
              title={texts.faultTitle}
              links={wrong.map((field) => ({ href: `#${ID}-${field}`, text: faultOf(field)! }))}
            />
          )}
          <TextField
            id={`${ID}-name`}
            name="name"
            label={texts.name}
            defaultValue={values.name}
            maxLength={MOST_NAME}
            autoComplete="name"
            required
            fault={faultOf('name')}
          />
          <TextField
            id={`${ID}-email`}
            name="email"
            type="email"
            label={texts.email}
            defaultValue={values.email}
            maxLength={254}
            autoComplete="email"
            required
            fault={faultOf('email')}
          />
          <TextField
            id={`${ID}-phone`}
            name="telefon"
            type="tel"
            label={texts.phone}
            defaultValue={values.phone}
            maxLength={MOST_PHONE}
            autoComplete="tel"
            fault={faultOf('phone')}
          />
          <TextArea
            id={`${ID}-text`}
            name="nachricht"
            label={texts.text}
            hint={texts.textHints[kind]}
            defaultValue={values.text}
            maxLength={MOST_ENQUIRY}
            rows={6}
            required
            fault={faultOf('text')}
          />
          <div className={css.trap} aria-hidden="true">
            <label htmlFor={`${ID}-website`}>{texts.trap}</label>
            <input id={`${ID}-website`} name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
          </div>
          <Button type="submit" name="aktion" value={FORM_ACTIONS.enquire}>
            {texts.send}
          </Button>
          <p className={css.intro}>{texts.privacy}</p>
        </form>
      )}
    </section>
  )
}
