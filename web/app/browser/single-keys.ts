/** Whether single keys do something on this device (WCAG 2.1.4): they do until the reader says otherwise. */
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
    // Then they stay as they are.
  }
}
