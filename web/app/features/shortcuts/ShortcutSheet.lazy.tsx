/**
 * The sheet behind `?`: keyboard shortcuts of the site, galleries, player and games; and the switch to turn them off.
 */
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { areSingleKeysOff, switchSingleKeys } from '../../browser/single-keys.ts'
import { shortcutTexts } from '../../messages/display/shortcuts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import css from './ShortcutSheet.module.css'

const { groups, keys } = shortcutTexts
type Line = readonly [readonly string[], string]

const GROUPS: readonly (readonly [string, readonly Line[]])[] = [
  [
    groups.site,
    [
      [['?'], keys.help],
      [['M'], keys.menu],
      [['/'], keys.search],
      [['H'], keys.home],
      [['L'], keys.list],
      [['Esc'], keys.escape],
    ],
  ],
  [
    groups.lists,
    [
      [['J'], keys.next],
      [['K'], keys.previous],
      [['S'], keys.keep],
    ],
  ],
  [
    groups.player,
    [
      [['P'], keys.play],
      [[','], keys.back],
      [['.'], keys.forward],
    ],
  ],
  [
    groups.gallery,
    [
      [['←', '→'], keys.turn],
      [['Esc'], keys.escape],
    ],
  ],
  [
    groups.games,
    [
      [['←', '↑', '→', '↓'], keys.move],
      [['A–Z, 0–9', 'Entf'], keys.write],
      [['Strg + Z'], keys.undo],
    ],
  ],
]

let root: Root | undefined

export function openShortcutSheet(): void {
  if (root === undefined) {
    const place = document.createElement('div')
    document.body.append(place)
    root = createRoot(place)
  }
  const opened = root
  opened.render(<ShortcutSheet onClose={() => opened.render(null)} />)
}

function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(() => !areSingleKeysOff())
  return (
    <Dialog title={shortcutTexts.title} closeLabel={shortcutTexts.close} onClose={onClose} variant="wide">
      <div className={css.groups}>
        {GROUPS.map(([title, lines]) => (
          <section key={title}>
            <h3 className={css.group}>{title}</h3>
            <dl className={css.lines}>
              {lines.map(([pressed, text]) => (
                <div key={text}>
                  <dt>
                    {pressed.map((key, index) => (
                      <span key={key}>
                        {index > 0 && ' '}
                        <kbd className={css.key}>{key}</kbd>
                      </span>
                    ))}
                  </dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={css.switch}>
        <p className={css.note}>{shortcutTexts.inFields}</p>
        <Checkbox
          id="shortcuts-on"
          label={shortcutTexts.on}
          hint={shortcutTexts.onHint}
          checked={isOn}
          onChange={({ currentTarget }) => {
            setOn(currentTarget.checked)
            switchSingleKeys(currentTarget.checked)
          }}
        />
      </div>
    </Dialog>
  )
}
