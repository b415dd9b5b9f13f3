/** One switch per vendor, in groups, each with its purpose (S4.8-05). */
import { useState } from 'react'
import { NO_CONSENT, type Answer, type AnswerFacts, type Vendor } from '@lokalteil/domain/consent/consent'
import { listAskedPurposes } from '@lokalteil/domain/consent/tc-string'
import { consentSettingsTexts, VENDOR_GROUPS, VENDOR_PURPOSES } from '../../messages/consent/consent.ts'
import { consentTexts } from '../../messages/consent/question.ts'
import { recipientTexts, VENDOR_NAMES } from '../../messages/consent/recipients.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextVersion } from '../../ui/TextVersion.tsx'
import type { Shown } from './consent-manager.ts'
import { Recipient } from './Recipient.tsx'
import css from './ConsentSettings.module.css'

type Choice = Readonly<Record<Vendor, boolean>>
type ConsentSettingsProps = {
  /** The vendors that the publication uses. */
  used: readonly Vendor[]
  /** The reader's answer so far; null: none. */
  given: Answer | null
  shown: Shown
  onAcceptAll: () => void
  onRefuseAll: () => void
  onSave: (choice: Choice) => void
  onClose: () => void
}

export function ConsentSettings({
  used,
  given,
  shown,
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
              shown={shown}
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
      {given?.facts && <Receipt facts={given.facts} hasGrant={given.consent.consent} />}
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

/** When the reader answered, which texts, and the receipt of this device as a file. A logout takes the id of a receipt away. */
function Receipt({ facts: { at, text, receipt }, hasGrant }: { facts: AnswerFacts; hasGrant: boolean }) {
  return (
    <div className={css.group} data-consent-receipt>
      <p className={css.legend}>{consentSettingsTexts.receiptTitle}</p>
      <p className={css.purpose}>
        {consentSettingsTexts.answered(new Date(at * 1000))}
        <TextVersion text={text} />.
      </p>
      {receipt === '' ? (
        !hasGrant && <p className={css.purpose}>{consentSettingsTexts.noReceipt}</p>
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
  shown,
  isOn,
  onSwitch,
}: {
  vendor: Vendor
  shown: Shown
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}) {
  const purposeId = `consent-${vendor}`
  return (
    <div className={css.vendor}>
      <label className={css.name}>
        <span>{VENDOR_NAMES[vendor]}</span>
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
        {VENDOR_PURPOSES[vendor]}
      </p>
      <p className={css.purpose}>
        <Recipient vendor={vendor} shown={shown} />
      </p>
      <Partners vendor={vendor} shown={shown} />
    </div>
  )
}

/** The framework's vendors that are asked for with one of ours, with its own words for their purposes. */
function Partners({ vendor, shown: { framework } }: { vendor: Vendor; shown: Shown }) {
  const partners = framework.vendors.filter(({ owner }) => owner === vendor)
  if (partners.length === 0) return null
  const ids = new Set(partners.flatMap(listAskedPurposes))
  const nameOf = (id: number) => framework.purposes[id]?.name ?? recipientTexts.unnamed(id)
  return (
    <details className={css.purpose}>
      <summary>{recipientTexts.partners(partners.length)}</summary>
      <dl>
        {[...ids]
          .toSorted((a, b) => a - b)
          .map((id) => (
            <div key={id}>
              <dt>{nameOf(id)}</dt>
              <dd>{framework.purposes[id]?.description}</dd>
            </div>
          ))}
      </dl>
      <ul>
        {partners.map((partner) => (
          <li key={partner.id}>
            {partner.policy === null ? (
              partner.name
            ) : (
              <a href={partner.policy} target="_blank" rel="noopener">
                {partner.name}
              </a>
            )}
            {': '}
            {listAskedPurposes(partner)
              .map((id) =>
                recipientTexts.purpose(nameOf(id), partner.retention.purposes[id] ?? partner.retention.standard),
              )
              .join('; ')}
          </li>
        ))}
      </ul>
    </details>
  )
}
