/** Whether single-key shortcuts are on for this device (WCAG 2.1.4); on unless the reader switched them off. */
const OFF_KEY = 'shortcutsOff'

export function areSingleKeysOff(): boolean {
  try {
    return localStorage.getItem(OFF_KEY) === '1'
  } catch {
    return false
  }
}

export function switchSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(OFF_KEY)
    else localStorage.setItem(OFF_KEY, '1')
  } catch {
    // Storage is blocked: they stay as they are.
  }
}
