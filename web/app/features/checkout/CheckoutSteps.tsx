/** The steps of an order except payment: who orders, the delivery address, and the review above the button. */
import type { OrderField } from '@lokalteil/domain/commerce/orders'
import { ORDER_COUNTRIES } from '@lokalteil/domain/commerce/orders'
import { SALUTATIONS } from '@lokalteil/domain/accounts/registration'
import { session, useSession } from '../../browser/session/session.ts'
import { checkoutTexts as texts } from '../../messages/commerce/checkout.ts'
import { Checkbox, Select, TextField } from '../../ui/Field.tsx'
import type { AnyCheckout } from './checkout.ts'
import type { AnyState, CheckoutInput } from './checkout-state.ts'
import { NewTabLink } from './NewTabLink.tsx'
import css from './Checkout.module.css'

export type StepProps = { checkout: AnyCheckout; state: AnyState }

type TextName = {
  [Name in keyof CheckoutInput]: CheckoutInput[Name] extends string ? Name : never
}[keyof CheckoutInput] &
  OrderField
type BoxName = 'mandate' | 'terms' | 'withdrawalLapses'

export const toFieldId = (field: OrderField) => `bestellung-${field}`

function faultOf({ faults }: AnyState, name: OrderField): string | undefined {
  const fault = faults[name]
  return fault === undefined ? undefined : texts.fault(name, fault)
}

export function textField({ checkout, state }: StepProps, name: TextName) {
  return {
    id: toFieldId(name),
    name,
    label: texts.label(name),
    value: state.input[name],
    onChange: (event: { target: { value: string } }) => checkout.set({ [name]: event.target.value }),
    fault: faultOf(state, name),
  }
}

export function box({ checkout, state }: StepProps, name: BoxName) {
  return {
    id: toFieldId(name),
    name,
    checked: state.input[name],
    onChange: (event: { target: { checked: boolean } }) => checkout.set({ [name]: event.target.checked }),
    fault: faultOf(state, name),
    required: true,
  }
}

/** Opens the dialog in place; a login form that leads back here would lose everything typed. */
export function openLogin(): void {
  void session.openLogin().catch(() => {})
}

export function AccountStep(props: StepProps) {
  const { reader } = props.state
  const { view } = useSession()
  if (reader !== null) {
    return (
      <>
        <p>
          {texts.asReader} <strong>{`${reader.firstName} ${reader.lastName}`.trim()}</strong>
          <br />
          <span className={css.wrap}>{reader.email}</span>
        </p>
        {!view.hasVerifiedEmail && <VerifyLink />}
      </>
    )
  }
  return (
    <>
      <div className={css.login}>
        <p>
          <strong>{texts.hasAccount}</strong>
          <br />
          <span className={css.hint}>{texts.loginText}</span>
        </p>
        <a href="#login" className={css.loginLink} onClick={openLogin}>
          {texts.login}
        </a>
      </div>
      <div className={css.fields}>
        <h3 className={css.subTitle}>{texts.guestTitle}</h3>
        <TextField
          {...textField(props, 'email')}
          hint={texts.guestHint}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={254}
        />
      </div>
    </>
  )
}

export function VerifyLink() {
  return (
    <p>
      <a href="#verify-email">{texts.verify}</a>
    </p>
  )
}

export function DetailsStep(props: StepProps) {
  const { checkout, state } = props
  const { input } = state
  const isCompanyOpen =
    input.company !== '' || input.vatId !== '' || state.faults.company !== undefined || state.faults.vatId !== undefined
  return (
    <div className={css.fields}>
      <Select
        id={toFieldId('salutation')}
        name="salutation"
        label={texts.optional(texts.label('salutation'))}
        value={input.salutation}
        onChange={(event) => checkout.set({ salutation: event.target.value })}
        fault={faultOf(state, 'salutation')}
        autoComplete="honorific-prefix"
      >
        {SALUTATIONS.map((salutation) => (
          <option key={salutation} value={salutation}>
            {salutation === '' ? texts.notStated : salutation}
          </option>
        ))}
      </Select>
      <div className={css.pair}>
        <TextField {...textField(props, 'firstName')} autoComplete="given-name" required />
        <TextField {...textField(props, 'lastName')} autoComplete="family-name" required />
      </div>
      <TextField {...textField(props, 'street')} autoComplete="street-address" required />
      <div className={css.pair} data-first="short">
        <TextField
          {...textField(props, 'postcode')}
          autoComplete="postal-code"
          inputMode={input.country === 'DE' ? 'numeric' : 'text'}
          required
        />
        <TextField {...textField(props, 'city')} autoComplete="address-level2" required />
      </div>
      <Select
        id={toFieldId('country')}
        name="country"
        label={texts.label('country')}
        value={input.country}
        onChange={(event) => checkout.set({ country: event.target.value })}
        fault={faultOf(state, 'country')}
        autoComplete="country"
      >
        {ORDER_COUNTRIES.map((country) => (
          <option key={country} value={country}>
            {texts.country(country)}
          </option>
        ))}
      </Select>
      {(state.quote?.basket?.delivery ?? null) !== null && <Elsewhere {...props} />}
      <details className={css.more} open={isCompanyOpen || undefined}>
        <summary>{texts.companyTitle}</summary>
        <div className={css.fields}>
          <TextField {...textField(props, 'company')} hint={texts.companyHint} autoComplete="organization" />
          <TextField {...textField(props, 'vatId')} hint={texts.vatIdHint} autoComplete="off" spellCheck={false} />
        </div>
      </details>
    </div>
  )
}

/** Delivery to another person or address. */
function Elsewhere(props: StepProps) {
  const { checkout, state } = props
  const { isElsewhere, recipientCountry } = state.input
  const countries = state.quote?.basket?.delivery?.countries ?? []
  return (
    <>
      <Checkbox
        id="bestellung-woanders"
        name="isElsewhere"
        label={texts.elsewhere}
        hint={texts.elsewhereHint}
        checked={isElsewhere}
        onChange={(event) => checkout.set({ isElsewhere: event.target.checked })}
      />
      {isElsewhere && (
        <fieldset className={css.group}>
          <legend className="visually-hidden">{texts.elsewhere}</legend>
          <div className={css.fields}>
            <TextField {...textField(props, 'recipientName')} autoComplete="shipping name" required />
            <TextField {...textField(props, 'recipientStreet')} autoComplete="shipping street-address" required />
            <div className={css.pair} data-first="short">
              <TextField
                {...textField(props, 'recipientPostcode')}
                autoComplete="shipping postal-code"
                inputMode={recipientCountry === 'DE' ? 'numeric' : 'text'}
                required
              />
              <TextField {...textField(props, 'recipientCity')} autoComplete="shipping address-level2" required />
            </div>
            <Select
              id={toFieldId('recipientCountry')}
              name="recipientCountry"
              label={texts.label('recipientCountry')}
              value={recipientCountry}
              onChange={(event) => checkout.set({ recipientCountry: event.target.value })}
              fault={faultOf(state, 'recipientCountry')}
              autoComplete="shipping country"
            >
              {ORDER_COUNTRIES.filter((country) => countries.includes(country)).map((country) => (
                <option key={country} value={country}>
                  {texts.country(country)}
                </option>
              ))}
            </Select>
          </div>
        </fieldset>
      )}
    </>
  )
}

/** The consents, each a separate unticked box. */
export function Consents({
  lapse,
  ...props
}: StepProps & { /** Null: no right of withdrawal ends. */ lapse: string | null }) {
  const { before, link, after, withdrawal, end } = texts.terms
  return (
    <>
      <Checkbox
        {...box(props, 'terms')}
        label={
          <>
            {before} <NewTabLink href={texts.termsPath}>{link}</NewTabLink> {after}{' '}
            <NewTabLink href={texts.withdrawalPath}>{withdrawal}</NewTabLink> {end}
          </>
        }
      />
      {lapse !== null && <Checkbox {...box(props, 'withdrawalLapses')} label={lapse} />}
    </>
  )
}
