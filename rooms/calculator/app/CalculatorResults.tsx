/** Results of the calculators: the main figure, large, and how it is calculated. */
import { toBudget } from '../domain/budget.ts'
import type { Entries } from '../domain/calculators.ts'
import { toDrive } from '../domain/drive.ts'
import { toLoan } from '../domain/loan.ts'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { calculatorTexts as texts } from './calculator-texts.ts'
import css from './CalculatorPage.module.css'

type ResultProps = { entries: Entries }
const SPENDING = ['wohnen', 'essen', 'verkehr', 'versichert', 'freizeit', 'sonstiges'] as const
const toCents = (euros: number) => Math.round(euros * 100)

export function LoanResult({ entries: { betrag, monate, zins } }: ResultProps) {
  const loan = toLoan(toCents(betrag.value), monate.value, zins.value)
  return (
    <>
      <Main name={texts.instalment} value={formatPrice(loan.instalmentCents)} />
      <Facts
        facts={[
          [texts.last, formatPrice(loan.lastCents)],
          [texts.interest, formatPrice(loan.interestCents)],
          [texts.total, formatPrice(loan.totalCents)],
        ]}
      />
      <details className={css.more}>
        <summary>{texts.schedule}</summary>
        <div className={css.scroll} role="region" aria-label={texts.schedule} tabIndex={0}>
          <table className={css.table}>
            <thead>
              <tr>
                {[texts.year, texts.yearInterest, texts.repaid, texts.rest].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {loan.years.map(({ year, interestCents, repaidCents, leftCents }) => (
                <tr key={year}>
                  <th scope="row">{year}</th>
                  <td>{formatPrice(interestCents)}</td>
                  <td>{formatPrice(repaidCents)}</td>
                  <td>{formatPrice(leftCents)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  )
}

export function BudgetResult({ entries }: ResultProps) {
  const { incomeCents, spentCents, leftCents, shares } = toBudget(
    toCents(entries.einkommen.value) + toCents(entries.weitere.value),
    SPENDING.map((name) => ({ name, cents: toCents(entries[name].value) })),
  )
  return (
    <>
      <Main name={leftCents >= 0 ? texts.left : texts.missing} value={formatPrice(Math.abs(leftCents))} />
      <Facts
        facts={[
          [texts.income, formatPrice(incomeCents)],
          [texts.spent, formatPrice(spentCents)],
        ]}
      />
      <h3 className={css.subtitle}>{texts.shares}</h3>
      <dl className={css.shares}>
        {shares.map(({ name, cents, percent }) => (
          <div key={name}>
            <dt>{texts.labels[name as (typeof SPENDING)[number]]}</dt>
            <dd>
              {formatPrice(cents)} · {texts.percent(percent)}
            </dd>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" className={css.bar} aria-hidden="true">
              <rect width={percent} height="4" />
            </svg>
          </div>
        ))}
      </dl>
    </>
  )
}

export function DriveResult({ entries }: ResultProps) {
  const { kilometer, liter, literpreis, kwh, strompreis, aufpreis } = entries
  const drive = toDrive(
    kilometer.value,
    { litres: liter.value, price: literpreis.value },
    { kwh: kwh.value, price: strompreis.value },
    toCents(aufpreis.value),
  )
  const { years } = drive
  return (
    <>
      <p className={css.main}>
        <strong className={css.sentence}>{texts.saved(drive.savedCents)}</strong>
      </p>
      <Facts
        facts={[
          [texts.petrol, formatPrice(drive.petrolCents)],
          [texts.electric, formatPrice(drive.electricCents)],
          [texts.paidBack, years === null ? texts.never : years === 0 ? texts.atOnce : texts.years(years)],
          [`${texts.co2}, Benzin`, texts.kilograms(drive.petrolKg)],
          [`${texts.co2}, Strom`, texts.kilograms(drive.electricKg)],
        ]}
      />
    </>
  )
}

function Main({ name, value }: { name: string; value: string }) {
  return (
    <p className={css.main}>
      {name}
      <strong className={css.value}>{value}</strong>
    </p>
  )
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
