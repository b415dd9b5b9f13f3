/** Whether single-key shortcuts are on for this device (WCAG 2.1.4); on unless the reader switched them off. */
import { keepStored, readStored } from './device-storage.ts'

const OFF_KEY = 'shortcutsOff'

export function areSingleKeysOff(): boolean {
  return readStored(OFF_KEY) === '1'
}

export function switchSingleKeys(isOn: boolean): void {
  keepStored(OFF_KEY, isOn ? null : '1')
}
