/** Texts of the settings for font size and colours. */
export const displayTexts = {
  fontSize: 'Schriftgröße',
  fontSizes: { 100: 'Klein', 112.5: 'Normal', 125: 'Groß', 137.5: 'Größer', 150: 'Sehr groß' },
  fontSmaller: 'Schrift verkleinern',
  fontLarger: 'Schrift vergrößern',
  lineSpacing: 'Zeilenabstand',
  lineSpacings: { tight: 'Eng', normal: 'Normal', wide: 'Weit' },
  colourMode: 'Farben',
  density: 'Listen',
  densities: { airy: 'Luftig', dense: 'Dicht' },
  shortcuts: 'Tastatur',
  singleKeys: 'Tastenkürzel (Übersicht mit ?)',
  data: 'Datenverbrauch',
  saveData: 'Text zuerst: Bilder erst auf Antippen',
  loadPictures: 'Bilder dieser Seite laden',
  colourModes: { system: 'Wie im Gerät', light: 'Hell', dark: 'Dunkel' },
} as const
