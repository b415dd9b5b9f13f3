const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'Fn', 'CapsLock', 'NumLock'])

/**
 * Remembers the last key that is no modifier until the script for shortcuts is loaded: `?` arrives as Shift and then
 * `?`. The returned function returns the key and stops listening.
 */
export function keepLastKey(): () => KeyboardEvent | null {
  let last: KeyboardEvent | null = null
  const keep = (event: KeyboardEvent) => {
    if (!MODIFIERS.has(event.key)) last = event
  }
  document.addEventListener('keydown', keep)
  return () => {
    document.removeEventListener('keydown', keep)
    return last
  }
}
