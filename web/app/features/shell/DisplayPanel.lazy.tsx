/**
 * Font size, line spacing and colour mode, in the menu and behind "Aa". The early script in the head has applied the
 * stored choice before the first paint.
 */
import { Suspense, useId, useSyncExternalStore } from 'react'
import { lazyPartOrWord } from '../../page/lazy-part.tsx'
import { COLOUR_PREFERENCES } from '@lokalteil/domain/display/colour-mode'
import { LINE_SPACINGS } from '@lokalteil/domain/display/line-spacing'
import { FONT_SIZE_STEPS, stepFontSize } from '@lokalteil/domain/display/font-size'
import { readColourPreference } from '../../browser/colour-mode.ts'
import { readFontSize, setColourPreference, setFontSize, subscribeDisplay } from '../../browser/display.ts'
import { lineSpacing } from '../../browser/display-choices.ts'
import { Icon } from '../../ui/Icon.tsx'
import { displayTexts } from '../../messages/display/display.ts'
import css from './DisplayPanel.module.css'

/** Rarely used, so it loads on request. */
const MoreSettings = lazyPartOrWord(() => import('./MoreSettings.lazy.tsx'))

const MODE_ICON = { system: 'desktop', light: 'sun', dark: 'moon' } as const

export default function DisplayPanel() {
  const size = useSyncExternalStore(subscribeDisplay, readFontSize)
  const mode = useSyncExternalStore(subscribeDisplay, readColourPreference)
  const spacing = useSyncExternalStore(lineSpacing.subscribe, lineSpacing.read)
  const group = useId()
  const step = (direction: 1 | -1) => setFontSize(stepFontSize(size, direction))
  return (
    <div className={css.panel}>
      <div className={css.row} role="group" aria-labelledby={`${group}size`}>
        <span className={css.title} id={`${group}size`}>
          {displayTexts.fontSize}
        </span>
        <div className={css.steps}>
          <button
            type="button"
            className={css.step}
            aria-disabled={size === FONT_SIZE_STEPS[0]}
            title={displayTexts.fontSmaller}
            onClick={() => step(-1)}
          >
            <Icon name="font-smaller" size="1.3em" label={displayTexts.fontSmaller} />
          </button>
          <output className={css.size}>{displayTexts.fontSizes[size]}</output>
          <button
            type="button"
            className={css.step}
            aria-disabled={size === FONT_SIZE_STEPS.at(-1)}
            title={displayTexts.fontLarger}
            onClick={() => step(1)}
          >
            <Icon name="font-larger" size="1.3em" label={displayTexts.fontLarger} />
          </button>
        </div>
      </div>
      <fieldset className={css.row}>
        <legend className={css.title}>{displayTexts.lineSpacing}</legend>
        <div className={css.modes} data-words="">
          {LINE_SPACINGS.map((one) => (
            <label key={one} className={css.mode}>
              <input
                type="radio"
                name={`${group}spacing`}
                className={css.radio}
                checked={spacing === one}
                onChange={() => lineSpacing.set(one)}
              />
              <span>{displayTexts.lineSpacings[one]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={css.row}>
        <legend className={css.title}>{displayTexts.colourMode}</legend>
        <div className={css.modes}>
          {COLOUR_PREFERENCES.map((preference) => (
            <label key={preference} className={css.mode}>
              <input
                type="radio"
                name={`${group}mode`}
                className={css.radio}
                checked={mode === preference}
                onChange={() => setColourPreference(preference)}
              />
              <Icon name={MODE_ICON[preference]} size="1.2em" />
              <span>{displayTexts.colourModes[preference]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Suspense>
        <MoreSettings />
      </Suspense>
    </div>
  )
}
