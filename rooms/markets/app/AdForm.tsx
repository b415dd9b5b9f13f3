/** The form for an advertisement: plain fields in groups with headings, faults at their fields and above. */
import type { ReactNode } from 'react'
import { AD_FIELDS, AD_LENGTHS, type AdField } from '../domain/ad.ts'
import { toOrderPath } from '../domain/market-paths.ts'
import {
  CERTIFICATES,
  DEALS,
  ENERGY_CLASSES,
  HOME_FEATURES,
  HOME_TYPES,
  JOB_CONTRACTS,
  JOB_FIELDS,
  JOB_HOURS,
  PAY_PERIODS,
  REMOTE,
} from '../domain/markets.ts'
import {
  CERTIFICATE_NAMES,
  CONTRACT_NAMES,
  DEAL_NAMES,
  FEATURE_NAMES,
  FIELD_NAMES,
  formatEuros,
  HOME_TYPE_NAMES,
  HOURS_NAMES,
  PERIOD_NAMES,
  REMOTE_NAMES,
} from '../domain/market-words.ts'
import { FORM_ACTIONS, type AdData } from './market-forms.ts'
import { adTexts as texts } from './ad-texts.ts'
import { Button } from '@lokalteil/web/app/ui/Button.tsx'
import { Fault, Select, TextArea, TextField } from '@lokalteil/web/app/ui/Field.tsx'
import { FormNotice } from '@lokalteil/web/app/ui/FormNotice.tsx'
import { AdPictures } from './AdPictures.tsx'
import css from './AdForm.module.css'

/** Name of a form field → field of the validation. */
const FIELD_OF: Readonly<Record<string, AdField>> = {
  titel: 'title',
  text: 'text',
  anbieter: 'provider',
  ort: 'place',
  ortsteil: 'district',
  plz: 'postalCode',
  preis: 'price',
  nebenkosten: 'extra',
  kaution: 'deposit',
  provision: 'commission',
  zimmer: 'rooms',
  flaeche: 'area',
  grundstueck: 'plotArea',
  etage: 'floor',
  'frei-ab': 'availableFrom',
  ausweis: 'certificate',
  kennwert: 'energyValue',
  energietraeger: 'energyCarrier',
  klasse: 'energyClass',
  baujahr: 'built',
  zeit: 'hours',
  beginn: 'start',
  'gehalt-ab': 'pay',
  tarif: 'payNote',
  bilder: 'pictures',
  paket: 'package',
}
const NAME_OF = Object.fromEntries(Object.entries(FIELD_OF).map(([name, field]) => [field, name]))

type Parts = ReturnType<typeof createParts>

/** Long, because it is a list of fields. */
export function AdForm({ data }: { data: AdData }) {
  const { kind, faults, id, packages } = data
  const parts = createParts(data)
  const { Line } = parts
  const wrong = AD_FIELDS.filter((field) => faults[field] !== undefined)
  return (
    <form method="post" action={toOrderPath(kind)} encType="multipart/form-data" className={css.form} noValidate>
      <input type="hidden" name="entwurf" value={id} />
      {/* The default button for Enter, which would otherwise be the one of the pictures. */}
      <button type="submit" name="aktion" value={FORM_ACTIONS.preview} hidden tabIndex={-1} aria-hidden="true" />
      {wrong.length > 0 && (
        <FormNotice
          isAlert
          title={texts.faultTitle}
          links={wrong.map((field) => ({
            href: `#ad-${NAME_OF[field]}`,
            text: `${texts.fieldNames[field]}: ${parts.faultOf(NAME_OF[field] ?? '')}`,
          }))}
        />
      )}
      {kind === 'home' ? <HomeFields parts={parts} /> : <JobFields parts={parts} />}
      <Group title={texts.groups.text}>
        <Line
          name="titel"
          label={texts.labels.titel}
          hint={texts.titleHints[kind]}
          maxLength={AD_LENGTHS.title}
          required
        />
        <TextArea
          id="ad-text"
          name="text"
          label={texts.labels.text}
          hint={`${texts.contactHint} ${texts.textHint}`}
          defaultValue={data.values.text.text ?? ''}
          maxLength={AD_LENGTHS.text}
          rows={12}
          required
          fault={faults.text === 'too-short' ? texts.textTooShort : parts.faultOf('text')}
        />
      </Group>
      <Group title={texts.groups.pictures[kind]} id="ad-bilder-teil">
        <AdPictures data={data} fault={parts.faultOf('bilder')} />
      </Group>
      {packages !== null && (
        <Group title={texts.groups.package}>
          <div className={css.packages} id="ad-paket">
            {packages.packages.map((one, index) => (
              <label key={one.id} className={css.package}>
                <input
                  type="radio"
                  name="paket"
                  value={one.id}
                  defaultChecked={
                    data.values.text.paket === one.id || (index === 0 && data.values.text.paket === undefined)
                  }
                />
                <span>
                  <strong>{one.name}</strong> {texts.days(one.days)}
                </span>
                <span className={css.amount}>{formatEuros(one.cents)}</span>
              </label>
            ))}
          </div>
          <Fault id="ad-paket" text={parts.faultOf('paket')} />
          <p className={css.hint}>{texts.withVat(packages.vatPercent)}</p>
        </Group>
      )}
      <Button type="submit" name="aktion" value={FORM_ACTIONS.preview}>
        {texts.preview}
      </Button>
    </form>
  )
}

function HomeFields({ parts: { Line, Choice, Many } }: { parts: Parts }) {
  const { labels, groups } = texts
  return (
    <>
      <Group title={groups.offer}>
        <div className={css.pair}>
          <Choice name="angebot" label={labels.angebot} words={DEALS} names={DEAL_NAMES} />
          <Choice name="art" label={labels.art} words={HOME_TYPES} names={HOME_TYPE_NAMES} />
        </div>
      </Group>
      <Where Line={Line} />
      <Group title={groups.facts}>
        <div className={css.pair}>
          <Line name="preis" label={labels.preis.mieten} inputMode="decimal" required />
          <Line name="nebenkosten" label={labels.nebenkosten} inputMode="decimal" />
          <Line name="zimmer" label={labels.zimmer} inputMode="decimal" />
          <Line name="flaeche" label={labels.flaeche} inputMode="decimal" />
          <Line name="grundstueck" label={labels.grundstueck} inputMode="decimal" />
          <Line name="etage" label={labels.etage} maxLength={80} />
          <Line name="frei-ab" label={labels['frei-ab']} maxLength={80} />
          <Line name="kaution" label={labels.kaution} maxLength={80} />
          <Line name="provision" label={labels.provision} maxLength={80} />
          <Line
            name="anbieter"
            label={labels.anbieter.home}
            maxLength={AD_LENGTHS.provider}
            autoComplete="organization"
          />
        </div>
        <Many name="merkmal" label={labels.merkmal} words={HOME_FEATURES} names={FEATURE_NAMES} />
      </Group>
      <Group title={groups.energy} hint={texts.energyHint}>
        <div className={css.pair}>
          <Choice
            name="ausweis"
            label={labels.ausweis}
            words={CERTIFICATES.filter((one) => one !== 'keine-angabe')}
            names={CERTIFICATE_NAMES}
            hasNone
          />
          <Line name="kennwert" label={labels.kennwert} inputMode="decimal" />
          <Line name="energietraeger" label={labels.energietraeger} maxLength={80} />
          <Choice name="klasse" label={labels.klasse} words={ENERGY_CLASSES} names={{}} hasNone />
          <Line name="baujahr" label={labels.baujahr} inputMode="numeric" />
        </div>
      </Group>
    </>
  )
}

function JobFields({ parts: { Line, Choice, Many } }: { parts: Parts }) {
  const { labels, groups } = texts
  return (
    <>
      <Group title={groups.offer}>
        <Line
          name="anbieter"
          label={labels.anbieter.job}
          maxLength={AD_LENGTHS.provider}
          autoComplete="organization"
          required
        />
        <div className={css.pair}>
          <Choice name="feld" label={labels.feld} words={JOB_FIELDS} names={FIELD_NAMES} />
          <Choice name="vertrag" label={labels.vertrag} words={JOB_CONTRACTS} names={CONTRACT_NAMES} />
          <Choice name="homeoffice" label={labels.homeoffice} words={REMOTE} names={REMOTE_NAMES} />
          <Line name="beginn" label={labels.beginn} maxLength={80} />
        </div>
        <Many name="zeit" label={labels.zeit} words={JOB_HOURS} names={HOURS_NAMES} />
      </Group>
      <Where Line={Line} />
      <Group title={groups.pay} hint={texts.payHint}>
        <div className={css.pair}>
          <Line name="gehalt-ab" label={labels['gehalt-ab']} inputMode="decimal" />
          <Line name="gehalt-bis" label={labels['gehalt-bis']} inputMode="decimal" />
          <Choice name="gehalt-je" label={labels['gehalt-je']} words={PAY_PERIODS} names={PERIOD_NAMES} />
          <Line name="tarif" label={labels.tarif} maxLength={120} />
        </div>
      </Group>
    </>
  )
}

function Where({ Line }: Pick<Parts, 'Line'>) {
  const { labels, groups } = texts
  return (
    <Group title={groups.where}>
      <div className={css.pair}>
        <Line name="plz" label={labels.plz} inputMode="numeric" maxLength={5} autoComplete="postal-code" required />
        <Line name="ort" label={labels.ort} maxLength={80} autoComplete="address-level2" required />
        <Line name="ortsteil" label={labels.ortsteil} maxLength={80} />
      </div>
    </Group>
  )
}

function Group({ title, hint, id, children }: { title: string; hint?: string; id?: string; children: ReactNode }) {
  return (
    <fieldset id={id} className={css.group}>
      <legend className={css.legend}>{title}</legend>
      {hint !== undefined && <p className={css.hint}>{hint}</p>}
      {children}
    </fieldset>
  )
}

type LineProps = {
  name: string
  label: string
  hint?: string
  maxLength?: number
  inputMode?: 'decimal' | 'numeric'
  autoComplete?: string
  required?: boolean
}
type ChoiceProps = {
  name: string
  label: string
  words: readonly string[]
  names: Readonly<Record<string, string>>
  /** Has an empty first choice. */
  hasNone?: boolean
}

/** The fields of this form with their values and faults. */
function createParts({ values, faults }: AdData) {
  const faultOf = (name: string): string | undefined => {
    const fault = faults[FIELD_OF[name] ?? 'title']
    return FIELD_OF[name] === undefined || fault === undefined ? undefined : texts.faults[fault]
  }
  return {
    faultOf,
    Line: ({ name, ...rest }: LineProps) => (
      <TextField
        id={`ad-${name}`}
        name={name}
        maxLength={20}
        autoComplete="off"
        {...rest}
        defaultValue={values.text[name] ?? ''}
        fault={faultOf(name)}
      />
    ),
    Choice: ({ name, label, words, names, hasNone }: ChoiceProps) => (
      <Select id={`ad-${name}`} name={name} label={label} defaultValue={values.text[name] ?? ''} fault={faultOf(name)}>
        {hasNone && <option value="">{texts.choose}</option>}
        {words.map((word) => (
          <option key={word} value={word}>
            {names[word] ?? word}
          </option>
        ))}
      </Select>
    ),
    Many: ({ name, label, words, names }: ChoiceProps) => (
      <fieldset className={css.many} id={`ad-${name}`}>
        <legend className={css.label}>{label}</legend>
        <ul className={css.boxes}>
          {words.map((word) => (
            <li key={word}>
              <label className={css.check}>
                <input
                  type="checkbox"
                  name={name}
                  value={word}
                  defaultChecked={values.lists[name]?.includes(word) === true}
                />
                {names[word] ?? word}
              </label>
            </li>
          ))}
        </ul>
        <Fault id={`ad-${name}`} text={faultOf(name)} />
      </fieldset>
    ),
  }
}
