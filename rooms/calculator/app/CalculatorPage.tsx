/**
 * Calculators (R1-87): each is a form that works with the server alone, and at once with scripts. The values are in the URL, so
 * that a result can be shared; they are stored nowhere.
 */
import { useState, type FormEvent } from 'react'
import {
  CALCULATORS,
  FIELD_NAMES,
  FIELDS,
  readEntries,
  toCalculatorPath,
  writeNumber,
  type CalculatorKey,
  type Entries,
  type Entry,
} from '../domain/calculators.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom } from '@lokalteil/web/app/page/rooms/in-room'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { calculatorTexts as texts } from './calculator-texts.ts'
import { ShareMenu } from '@lokalteil/web/app/features/share/ShareMenu.tsx'
import { Button } from '@lokalteil/web/app/ui/Button.tsx'
import { TextField } from '@lokalteil/web/app/ui/Field.tsx'
import { Chips, PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { BudgetResult, DriveResult, LoanResult } from './CalculatorResults.tsx'
import css from './CalculatorPage.module.css'

/** Input as typed, by field name; absent fields have the default. */
export type CalculatorData = { typed: Readonly<Record<string, string>> }

function CalculatorPage({ data: { typed: given } }: PageProps<'rechner', CalculatorData>) {
  const [typed, setTyped] = useState(given)
  const entries = readEntries({ get: (name) => typed[name] ?? null })

  function onInput(event: FormEvent<HTMLFormElement>): void {
    const { name, value } = event.target as HTMLInputElement
    setTyped((before) => ({ ...before, [name]: value }))
  }

  return (
    <>
      <PageHead title={texts.title} description={texts.intro}>
        <Chips
          label={texts.choose}
          entries={CALCULATORS.map((key) => ({ label: texts.names[key], target: `#${key}` }))}
          isWrapped
        />
      </PageHead>
      <div className={`page ${css.page}`}>
        {CALCULATORS.map((key) => (
          <section key={key} id={key} className={css.calculator} aria-labelledby={`${key}-name`}>
            <h2 id={`${key}-name`} className={css.name}>
              {texts.names[key]}
            </h2>
            <p className={css.about}>{texts.about[key]}</p>
            <div className={css.columns}>
              <form
                action={`/rechner#${key}`}
                method="get"
                className={css.form}
                onInput={onInput}
                onSubmit={(event) => {
                  event.preventDefault()
                  history.replaceState(history.state, '', toCalculatorPath(key, entries))
                }}
              >
                {key === 'haushalt' && <p className={css.hint}>{texts.perMonth}</p>}
                <div className={css.fields}>
                  {FIELDS[key].map(({ name, digits }) => (
                    <NumberField key={name} entry={entries[name]} digits={digits} typed={typed[name]} />
                  ))}
                </div>
                <div className={css.actions}>
                  <Button type="submit">{texts.submit}</Button>
                  <ShareMenu path={toCalculatorPath(key, entries)} title={texts.shareTitle(texts.names[key])} />
                </div>
              </form>
              <div className={css.result} role="status" aria-label={texts.result}>
                <Result of={key} entries={entries} />
              </div>
            </div>
            <p className={css.hint}>{texts.sources[key]}</p>
          </section>
        ))}
        <p className={css.hint}>{texts.usual}</p>
      </div>
    </>
  )
}

function NumberField({ entry, digits, typed }: { entry: Entry; digits: number; typed: string | undefined }) {
  const { name, text, fault, least, most } = entry
  const bound = writeNumber(fault === 'TOO_LARGE' ? most : least, digits)
  return (
    <TextField
      id={`rechner-${name}`}
      name={name}
      label={texts.labels[name]}
      inputMode={digits === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      maxLength={40}
      value={typed ?? text}
      onChange={() => {}}
      fault={fault === null ? undefined : texts.faults[fault](bound)}
    />
  )
}

function Result({ of, entries }: { of: CalculatorKey; entries: Entries }) {
  if (of === 'kredit') return <LoanResult entries={entries} />
  return of === 'haushalt' ? <BudgetResult entries={entries} /> : <DriveResult entries={entries} />
}

export const page = definePage<'rechner', CalculatorData>('rechner', {
  load: inRoom('calculator', async (_route, { query }) => ({
    kind: 'ok',
    data: {
      typed: Object.fromEntries(
        FIELD_NAMES.flatMap((name) => (query.has(name) ? [[name, query.get(name)!.slice(0, 40)]] : [])),
      ),
    },
  })),
  Page: CalculatorPage,
  title: () => ({ title: texts.title }),
})
