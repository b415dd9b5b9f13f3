/** The fields of the editor of a notice. */
import type { ReactNode } from 'react'
import { ORDER_KINDS, type DraftField, type ObituaryDraft } from '../domain/obituary-draft.ts'
import type { ObituaryPrices } from '../domain/obituary-price.ts'
import { isScene, LAYOUTS, OBITUARY_PARTS, PART_NAMES, SYMBOLS, type ObituaryPart } from '../domain/obituaries.ts'
import { obituaryTexts } from './obituary-texts.ts'
import { Checkbox, Select, TextArea, TextField } from '@lokalteil/web/app/ui/Field.tsx'
import { Scene, SymbolDrawing } from './ObituarySymbols.tsx'
import css from './OrderDesk.module.css'

const texts = obituaryTexts.ordering

export const toId = (field: DraftField) => `anzeige-${field}`

export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{title}</legend>
      {children}
    </fieldset>
  )
}

type FaultOf = (field: DraftField) => string | undefined

export function PersonFields({
  draft: { kind, person },
  fault,
  change,
  setPerson,
}: {
  draft: ObituaryDraft
  fault: FaultOf
  change: (next: Partial<ObituaryDraft>) => void
  setPerson: (next: Partial<ObituaryDraft['person']>) => void
}) {
  return (
    <Group title={texts.who}>
      <Select
        id="anzeige-art"
        label={texts.kind}
        value={kind}
        onChange={(event) => change({ kind: event.target.value as ObituaryDraft['kind'] })}
      >
        {ORDER_KINDS.map((one) => (
          <option key={one} value={one}>
            {obituaryTexts.kinds[one]}
          </option>
        ))}
      </Select>
      <TextField
        id={toId('name')}
        label={texts.name}
        hint={texts.nameHint}
        value={person.name}
        maxLength={120}
        autoComplete="off"
        fault={fault('name')}
        onChange={(event) => setPerson({ name: event.target.value })}
      />
      <div className={css.pair}>
        <TextField
          id={toId('born')}
          type="date"
          label={texts.bornOn}
          value={person.born ?? ''}
          fault={fault('born')}
          onChange={(event) => setPerson({ born: event.target.value || null })}
        />
        <TextField
          id={toId('died')}
          type="date"
          label={texts.diedOn}
          value={person.died ?? ''}
          fault={fault('died')}
          onChange={(event) => setPerson({ died: event.target.value || null })}
        />
      </div>
      <div className={css.pair}>
        <TextField
          id={toId('birthName')}
          label={`${texts.birthName} (${texts.optional})`}
          value={person.birthName}
          maxLength={120}
          autoComplete="off"
          fault={fault('birthName')}
          onChange={(event) => setPerson({ birthName: event.target.value })}
        />
        <TextField
          id={toId('place')}
          label={`${texts.place} (${texts.optional})`}
          value={person.place}
          maxLength={80}
          autoComplete="off"
          fault={fault('place')}
          onChange={(event) => setPerson({ place: event.target.value })}
        />
      </div>
    </Group>
  )
}

export function LookFields({
  draft: { set },
  setText,
}: {
  draft: ObituaryDraft
  setText: (next: Partial<ObituaryDraft['set']>) => void
}) {
  return (
    <Group title={texts.look}>
      <Choices title={texts.layout}>
        {LAYOUTS.map((layout) => (
          <Choice
            key={layout}
            name="layout"
            label={texts.layouts[layout]}
            isChosen={set.layout === layout}
            // Only the layout with a landscape needs a symbol.
            onChoice={() =>
              setText({
                layout,
                ...(layout === 'scenic' && !isScene(set.symbol) ? { symbol: 'hills' as const } : {}),
                ...(layout !== 'scenic' && isScene(set.symbol) ? { symbol: 'none' as const } : {}),
              })
            }
          />
        ))}
      </Choices>
      <Choices title={texts.symbol}>
        {SYMBOLS.filter((symbol) => isScene(symbol) === (set.layout === 'scenic')).map((symbol) => (
          <Choice
            key={symbol}
            name="symbol"
            label={texts.symbols[symbol]}
            isChosen={set.symbol === symbol}
            onChoice={() => setText({ symbol })}
          >
            {isScene(symbol) ? (
              <Scene symbol={symbol} className={css.sceneSign} />
            ) : (
              <SymbolDrawing symbol={symbol} className={css.sign} />
            )}
          </Choice>
        ))}
      </Choices>
    </Group>
  )
}

function Choices({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className={css.label}>{title}</legend>
      <div className={css.choices}>{children}</div>
    </fieldset>
  )
}

function Choice({
  name,
  label,
  isChosen,
  onChoice,
  children,
}: {
  name: string
  label: string
  isChosen: boolean
  onChoice: () => void
  children?: ReactNode
}) {
  return (
    <label className={css.choice}>
      <input type="radio" name={name} checked={isChosen} onChange={onChoice} />
      {children}
      <span>{label}</span>
    </label>
  )
}

export function WordFields({
  draft,
  fault,
  change,
  setText,
}: {
  draft: ObituaryDraft
  fault: FaultOf
  change: (next: Partial<ObituaryDraft>) => void
  setText: (next: Partial<ObituaryDraft['set']>) => void
}) {
  return (
    <Group title={texts.words}>
      {PART_NAMES.map((part) => (
        <PartField
          key={part}
          part={part}
          value={draft.set[part]}
          fault={fault(part)}
          onChange={(value) => setText({ [part]: value })}
        />
      ))}
      <Checkbox
        id="anzeige-buch"
        label={texts.noBook}
        hint={texts.noBookHint}
        checked={draft.isBookClosed}
        onChange={(event) => change({ isBookClosed: event.target.checked })}
      />
    </Group>
  )
}

const ROWS: Partial<Record<ObituaryPart, number>> = { text: 5, mourners: 5, intro: 2, remark: 2 }

function PartField({
  part,
  value,
  fault,
  onChange,
}: {
  part: ObituaryPart
  value: string
  fault: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <TextArea
      id={toId(part)}
      label={`${texts.parts[part]} (${texts.optional})`}
      hint={texts.partHints[part]}
      rows={ROWS[part] ?? 3}
      value={value}
      maxLength={OBITUARY_PARTS[part]}
      fault={fault}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export function SizeFields({
  prices,
  draft,
  change,
}: {
  prices: ObituaryPrices
  draft: ObituaryDraft
  change: (next: Partial<ObituaryDraft>) => void
}) {
  return (
    <Group title={texts.scope}>
      <Choices title={texts.size}>
        {prices.sizes.map(({ id, name, cents, letters }) => (
          <Choice
            key={id}
            name="size"
            label={`${name}: ${texts.sizeText(cents, letters)}`}
            isChosen={draft.size === id}
            onChoice={() => change({ size: id })}
          />
        ))}
      </Choices>
      <Choices title={texts.duration}>
        {prices.durations.map(({ days, cents }) => (
          <Choice
            key={days}
            name="days"
            label={texts.durationText(texts.days(days), cents)}
            isChosen={draft.days === days}
            onChoice={() => change({ days })}
          />
        ))}
      </Choices>
    </Group>
  )
}
