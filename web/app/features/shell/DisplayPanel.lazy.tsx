/** Font size and colour mode. The early script in the head has applied the stored choice before the first paint. */
import { useEffect, useState } from 'react'
import type { ColourPreference } from '@lokalteil/domain/colour-mode'
import { stepFontSize, type FontSize } from '@lokalteil/domain/font-size'
import { applyColourPreference, applyFontSize, readColourPreference, readFontSize } from '../../browser/display.ts'
import { Icon } from '../../ui/Icon.tsx'
import { shellTexts } from '../../messages/shell.ts'
import css from './DisplaySettings.module.css'

const NEXT_MODE: Readonly<Record<ColourPreference, ColourPreference>> = {
  system: 'light',
  light: 'dark',
  dark: 'system',
}
const MODE_ICON = { system: 'desktop', light: 'sun', dark: 'moon' } as const

export function DisplaySettings() {
  const [fontSize, setFontSize] = useState<FontSize | null>(null)
  const [mode, setMode] = useState<ColourPreference>('system')
  useEffect(() => {
    setFontSize(readFontSize())
    setMode(readColourPreference())
  }, [])
  const changeFont = (direction: 1 | -1) => {
    const next = stepFontSize(fontSize ?? readFontSize(), direction)
    applyFontSize(next)
    setFontSize(next)
  }
  const changeMode = () => {
    const next = NEXT_MODE[mode]
    applyColourPreference(next)
    setMode(next)
  }
  return (
    <div className={`${css.settings} js-only`} role="group" aria-label={shellTexts.colourMode}>
      <button type="button" className={css.button} onClick={() => changeFont(-1)} title={shellTexts.fontSmaller}>
        <span aria-hidden="true">A−</span>
        <span className="visually-hidden">{shellTexts.fontSmaller}</span>
      </button>
      <button type="button" className={css.button} onClick={() => changeFont(1)} title={shellTexts.fontLarger}>
        <span aria-hidden="true">A+</span>
        <span className="visually-hidden">{shellTexts.fontLarger}</span>
      </button>
      <button
        type="button"
        className={css.button}
        onClick={changeMode}
        title={`${shellTexts.colourMode}: ${shellTexts.colourModes[mode]}`}
      >
        <Icon name={MODE_ICON[mode]} label={`${shellTexts.colourMode}: ${shellTexts.colourModes[mode]}`} />
      </button>
    </div>
  )
}
