/** Font size and colour mode, in the menu and behind "Aa". The early script in the head has applied the stored choice before the first paint. */
import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { COLOUR_PREFERENCES } from '@lokalteil/domain/display/colour-mode'
import { DENSITIES } from '@lokalteil/domain/display/density'
import { FONT_SIZE_STEPS, stepFontSize } from '@lokalteil/domain/display/font-size'
import {
  readColourPreference,
  readFontSize,
  setColourPreference,
  setFontSize,
  subscribeDisplay,
} from '../../browser/display.ts'
import { readDensity, setDensity, subscribeDensity } from '../../browser/density.ts'
import { areSingleKeysOff, switchSingleKeys } from '../../browser/single-keys.ts'
import { changeSaveData, isSavingData, loadPictures } from '../../browser/offline/tap-pictures.ts'
import { Icon } from '../../ui/Icon.tsx'
import { displayTexts } from '../../messages/display/display.ts'
import css from './DisplayPanel.module.css'

const MODE_ICON = { system: 'desktop', light: 'sun', dark: 'moon' } as const

export default function DisplayPanel() {
  const size = useSyncExternalStore(subscribeDisplay, readFontSize)
  const mode = useSyncExternalStore(subscribeDisplay, readColourPreference)
  const density = useSyncExternalStore(subscribeDensity, readDensity)
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
      <fieldset className={css.row}>
        <legend className={css.title}>{displayTexts.density}</legend>
        <div className={css.modes} data-two="">
          {DENSITIES.map((one) => (
            <label key={one} className={css.mode}>
              <input
                type="radio"
                name={`${group}density`}
                className={css.radio}
                checked={density === one}
                onChange={() => setDensity(one)}
              />
              <span>{displayTexts.densities[one]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <DataSaver id={`${group}data`} />
      <SingleKeys id={`${group}keys`} />
    </div>
  )
}

/** Where there is a keyboard to be expected. */
function SingleKeys({ id }: { id: string }) {
  const [isOn, setOn] = useState<boolean | null>(null)
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches) setOn(!areSingleKeysOff())
  }, [])
  if (isOn === null) return null
  return (
    <div className={css.row} role="group" aria-labelledby={id}>
      <span className={css.title} id={id}>
        {displayTexts.shortcuts}
      </span>
      <label className={css.data}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => {
            setOn(currentTarget.checked)
            switchSingleKeys(currentTarget.checked)
          }}
        />
        <span>{displayTexts.useShortcuts}</span>
      </label>
    </div>
  )
}

/** It is the worker that holds pictures back: where there is none, there is nothing to choose. */
function DataSaver({ id }: { id: string }) {
  const [isOn, setOn] = useState<boolean | null>(null)
  useEffect(() => {
    if (navigator.serviceWorker?.controller) void isSavingData().then(setOn)
  }, [])
  if (isOn === null) return null
  const change = (next: boolean) => {
    setOn(next)
    void changeSaveData(next)
      .then(() => (next ? 0 : loadPictures()))
      .catch(() => setOn(!next))
  }
  return (
    <div className={css.row} role="group" aria-labelledby={id}>
      <span className={css.title} id={id}>
        {displayTexts.data}
      </span>
      <label className={css.data}>
        <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => change(currentTarget.checked)} />
        <span>{displayTexts.saveData}</span>
      </label>
      {isOn && (
        <button type="button" className={css.load} onClick={() => void loadPictures()}>
          {displayTexts.loadPictures}
        </button>
      )}
    </div>
  )
}
