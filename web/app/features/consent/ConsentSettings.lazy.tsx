/** One switch per vendor, in groups, each with its purpose (S4.8-05). */
import { useState } from 'react'
import type { ConsentFramework } from '@lokalteil/contracts/consent'
import { NO_CONSENT, type Answer, type AnswerFacts, type Vendor } from '@lokalteil/domain/consent/consent'
import { consentSettingsTexts, VENDOR_GROUPS, VENDOR_TEXTS } from '../../messages/consent/consent.ts'
import { consentTexts } from '../../messages/consent/question.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import css from './ConsentSettings.module.css'

type Registered = ConsentFramework['vendors']
type Choice = Readonly<Record<Vendor, boolean>>
type ConsentSettingsProps = {
  /** The vendors that the publication uses. */
  used: readonly Vendor[]
  /** The reader's answer so far; null: none. */
  given: Answer | null
  /** Vendors of the framework, each asked for with one of ours. */
  registered: Registered
  onAcceptAll: () => void
  onRefuseAll: () => void
  onSave: (choice: Choice) => void
  onClose: () => void
}

export function ConsentSettings({
  used,
  given,
  registered,
  onAcceptAll,
  onRefuseAll,
  onSave,
  onClose,
}: ConsentSettingsProps) {
  const [choice, setChoice] = useState<Choice>((given?.consent ?? NO_CONSENT).vendors)
  const groups = VENDOR_GROUPS.map(({ title, vendors }) => ({
    title,
    vendors: vendors.filter((vendor) => used.includes(vendor)),
  })).filter(({ vendors }) => vendors.length > 0)
  return (
    <Dialog
      title={consentSettingsTexts.settingsTitle}
      closeLabel={consentSettingsTexts.close}
      onClose={onClose}
      variant="wide"
    >
      <p>{consentSettingsTexts.settingsText}</p>
      <p>
        {consentSettingsTexts.settingsPrivacy} <a href="/datenschutz">{consentSettingsTexts.privacyStatement}</a>.
      </p>
      {groups.map(({ title, vendors }) => (
        <fieldset key={title} className={css.group}>
          <legend className={css.legend}>{title}</legend>
          {vendors.map((vendor) => (
            <VendorSwitch
              key={vendor}
              vendor={vendor}
              registered={registered.filter(({ owner }) => owner === vendor)}
              isOn={choice[vendor]}
              onSwitch={(isOn) => setChoice({ ...choice, [vendor]: isOn })}
            />
          ))}
        </fieldset>
      ))}
      <div className={css.group}>
        <p className={css.legend}>{consentSettingsTexts.necessaryTitle}</p>
        <p className={css.purpose}>{consentSettingsTexts.necessaryText}</p>
      </div>
      {given?.facts && <Receipt facts={given.facts} />}
      <div className={css.actions}>
        <Button onClick={onAcceptAll}>{consentTexts.acceptAll}</Button>
        <Button onClick={onRefuseAll}>{consentTexts.refuseAll}</Button>
        <Button variant="secondary" className={css.save} onClick={() => onSave(choice)}>
          {consentSettingsTexts.save}
        </Button>
      </div>
    </Dialog>
  )
}

/** When the reader answered, which texts, and the receipt of this device as a file. */
function Receipt({ facts: { at, text, receipt } }: { facts: AnswerFacts }) {
  return (
    <div className={css.group} data-consent-receipt>
      <p className={css.legend}>{consentSettingsTexts.receiptTitle}</p>
      <p className={css.purpose}>{consentSettingsTexts.answered(new Date(at * 1000), text)}</p>
      {receipt === '' ? (
        <p className={css.purpose}>{consentSettingsTexts.noReceipt}</p>
      ) : (
        <p className={css.purpose}>
          {consentSettingsTexts.receipt} <code>{receipt}</code>{' '}
          <a href={`/api/consent/receipts/${receipt}`} download={`einwilligung-${receipt}.json`}>
            {consentSettingsTexts.receiptFile}
          </a>
        </p>
      )}
    </div>
  )
}

function VendorSwitch({
  vendor,
  registered,
  isOn,
  onSwitch,
}: {
  vendor: Vendor
  registered: Registered
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}) {
  const { name, purpose } = VENDOR_TEXTS[vendor]
  const purposeId = `consent-${vendor}`
  return (
    <div className={css.vendor}>
      <label className={css.name}>
        <span>{name}</span>
        <input
          type="checkbox"
          className={css.switch}
          checked={isOn}
          aria-describedby={purposeId}
          data-vendor={vendor}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
      </label>
      <p className={css.purpose} id={purposeId}>
        {purpose}
      </p>
      {registered.length > 0 && (
        <details className={css.purpose}>
          <summary>{consentSettingsTexts.registered(registered.length)}</summary>
          <ul>
            {registered.map(({ id, name: partner, policy }) => (
              <li key={id}>
                {policy === null ? (
                  partner
                ) : (
                  <a href={policy} target="_blank" rel="noopener">
                    {partner}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
