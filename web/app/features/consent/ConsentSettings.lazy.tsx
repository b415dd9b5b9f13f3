/** One switch per vendor, in groups, each with its purpose (S4.8-05). */
import { useState } from 'react'
import type { Vendor } from '@lokalteil/domain/consent/consent'
import { consentSettingsTexts, VENDOR_GROUPS, VENDOR_TEXTS } from '../../messages/consent/consent.ts'
import { consentTexts } from '../../messages/consent/question.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import css from './ConsentSettings.module.css'

type Choice = Readonly<Record<Vendor, boolean>>
type ConsentSettingsProps = {
  granted: Choice
  onAcceptAll: () => void
  onRefuseAll: () => void
  onSave: (choice: Choice) => void
  onClose: () => void
}

export function ConsentSettings({ granted, onAcceptAll, onRefuseAll, onSave, onClose }: ConsentSettingsProps) {
  const [choice, setChoice] = useState<Choice>(granted)
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
      {VENDOR_GROUPS.map(({ title, vendors }) => (
        <fieldset key={title} className={css.group}>
          <legend className={css.legend}>{title}</legend>
          {vendors.map((vendor) => (
            <VendorSwitch
              key={vendor}
              vendor={vendor}
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

function VendorSwitch({
  vendor,
  isOn,
  onSwitch,
}: {
  vendor: Vendor
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
    </div>
  )
}
