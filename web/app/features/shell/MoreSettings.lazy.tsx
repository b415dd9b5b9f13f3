/** Further reading settings on this device: density of lists, pictures on tap, single-key shortcuts. */
import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { DENSITIES } from '@lokalteil/domain/display/density'
import { density } from '../../browser/display-choices.ts'
import { isSavingData } from '../../browser/offline/edition-cache.ts'
import { changeSaveData, loadPictures } from '../../browser/offline/tap-pictures.ts'
import { areSingleKeysOff, switchSingleKeys } from '../../browser/single-keys.ts'
import { displayTexts } from '../../messages/display/display.ts'
import css from './DisplayPanel.module.css'

export default function MoreSettings() {
  const level = useSyncExternalStore(density.subscribe, density.read)
  const group = useId()
  return (
    <>
      <fieldset className={css.row}>
        <legend className={css.title}>{displayTexts.density}</legend>
        <div className={css.modes} data-two="">
          {DENSITIES.map((one) => (
            <label key={one} className={css.mode}>
              <input
                type="radio"
                name={`${group}density`}
                className={css.radio}
                checked={level === one}
                onChange={() => density.set(one)}
              />
              <span>{displayTexts.densities[one]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <DataSaver id={`${group}data`} />
      <SingleKeys id={`${group}keys`} />
    </>
  )
}

/** Only where a keyboard is likely. */
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
        <span>{displayTexts.singleKeys}</span>
      </label>
    </div>
  )
}

/** The worker implements it, so without a worker there is no choice. */
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
