const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'Fn', 'CapsLock', 'NumLock'])

/**
 * Keeps the last key that is no modifier while the script that hears keys is on its way: `?` comes as Shift and then `?`.
 * The returned function takes it and ends the keeping.
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
